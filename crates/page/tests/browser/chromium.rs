//! A Chromium that does what it is told over a pipe: Chrome DevTools Protocol.
//!
//! Messages are JSON, each ended by a zero byte, on its file descriptors 3 and 4.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// After this long without a message a test is called hanging.
const HANG: Duration = Duration::from_secs(90);

/// How a page is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) scheme: &'static str,
    pub(crate) motion: &'static str,
    pub(crate) script: bool,
}

pub(crate) const DESK: Screen =
    Screen { width: 1280, scheme: "light", motion: "no-preference", script: true };
pub(crate) const PHONE: Screen = Screen { width: 390, ..DESK };

pub(crate) struct Chromium {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    calls: u64,
    session: Option<String>,
    /// What happened since the page was opened.
    events: Vec<Value>,
    /// What the addresses begin with that the page may ask for.
    own: String,
    folder: TempDir,
}

impl Chromium {
    /// Starts a browser, or says that there is none.
    pub(crate) fn found() -> Option<Chromium> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let installed = std::env::split_paths(&path).any(|dir| dir.join("chromium").is_file());
        let started = if installed { Chromium::start() } else { None };
        if started.is_none() {
            let in_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
            assert!(!in_ci, "chromium is missing");
            // Written past the capture of the test runner: a skipped test is to be seen.
            let _ = writeln!(std::io::stderr(), "browser: skipped, chromium is missing");
        }
        started
    }

    /// Starts a browser without any network but this host; `None` where there is none.
    fn start() -> Option<Chromium> {
        let folder = tempfile::tempdir().unwrap();
        // The shell moves the pipes to where Chromium looks for them.
        let mut child = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--hide-scrollbars", "--disable-background-networking"])
            .args([
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take()?;
        let mut output = BufReader::new(child.stdout.take()?);
        let (sender, messages) = channel();
        spawn(move || {
            let mut text = Vec::new();
            while output.read_until(0, &mut text).is_ok_and(|read| read > 0) {
                text.pop();
                let Ok(message) = serde_json::from_slice(&text) else { return };
                if sender.send(message).is_err() {
                    return;
                }
                text.clear();
            }
        });
        let events = Vec::new();
        let own = "file:".to_owned();
        Some(Chromium { child, input, messages, calls: 0, session: None, events, own, folder })
    }

    /// Opens a page of this text at an address that ends in `hash`.
    pub(crate) fn open(&mut self, html: &str, hash: &str, screen: Screen) {
        let file = self.folder.path().join("report.html");
        std::fs::write(&file, html).unwrap();
        self.own = "file:".to_owned();
        self.open_address(&format!("file://{}{hash}", file.display()), screen);
    }

    /// Opens a page that a server on this host has; it may ask that server for more.
    pub(crate) fn open_served(&mut self, address: &str, screen: Screen) {
        self.own = address.split('#').next().unwrap_or_default().to_owned();
        self.open_address(address, screen);
    }

    fn open_address(&mut self, address: &str, screen: Screen) {
        self.session = None;
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", attach);
        self.session = session["sessionId"].as_str().map(str::to_owned);
        self.events.clear();
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        let height = if screen.width < 600 { 844 } else { 900 };
        let metrics = json!({"width": screen.width, "height": height, "deviceScaleFactor": 1, "mobile": screen.width < 600});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!({"features": [
            {"name": "prefers-color-scheme", "value": screen.scheme},
            {"name": "prefers-reduced-motion", "value": screen.motion},
        ]});
        self.call("Emulation.setEmulatedMedia", features);
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": !screen.script}));
        self.call("Page.navigate", json!({"url": address}));
        self.wait_for("Page.loadEventFired");
    }

    /// Calls a method and returns its result.
    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.input.flush().unwrap();
        loop {
            let mut message = self.messages.recv_timeout(HANG).expect("Chromium answers");
            if message["id"] == self.calls {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn wait_for(&mut self, event: &str) {
        while !self.events.iter().any(|message| message["method"] == event) {
            let message = self.messages.recv_timeout(HANG).expect("Chromium goes on");
            self.events.push(message);
        }
    }

    /// Returns the value of an expression in the page; one that is promised is waited for.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut result = self.call("Runtime.evaluate", params);
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].take()
    }

    /// Waits until a condition holds in the page; it is looked at before each picture.
    #[track_caller]
    pub(crate) fn until(&mut self, condition: &str) {
        let look = format!("{condition} ? done(true) : requestAnimationFrame(look)");
        let holds =
            self.value(&format!("new Promise((done) => {{ const look = () => {look}; look(); }})"));
        assert_eq!(holds, true, "{condition}");
    }

    /// Returns the value of an expression that is a text.
    #[track_caller]
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// Clicks the element.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({}).click()", json!(selector)));
    }

    /// Clicks the button of the player with this text.
    #[track_caller]
    pub(crate) fn press(&mut self, text: &str) {
        let find =
            "[...document.querySelectorAll('#player button')].find((it) => it.textContent === ";
        self.value(&format!("{find}{}).click()", json!(text)));
    }

    /// Chooses a value of a list.
    #[track_caller]
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.value(&format!(
            "(() => {{ const list = document.querySelector({selector}); list.value = {value}; \
             list.dispatchEvent(new Event('change')); }})()"
        ));
    }

    /// Presses a key where the focus is.
    pub(crate) fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let code = if key == "Tab" { 9 } else { 0 };
            let params =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Returns what the page asked of the network, and what it complained about.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // A call later, everything before it has been told.
        self.call("Runtime.getIsolateId", json!({}));
        self.events.iter().filter_map(|event| complaint(event, &self.own)).collect()
    }

    /// Keeps a picture of the whole page.
    pub(crate) fn screenshot(&mut self, file: &Path) {
        let metrics = self.call("Page.getLayoutMetrics", json!({}));
        let size = &metrics["cssContentSize"];
        let clip =
            json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1});
        let params = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let picture = self.call("Page.captureScreenshot", params);
        std::fs::write(file, from_base64(picture["data"].as_str().unwrap())).unwrap();
    }
}

fn complaint(event: &Value, own: &str) -> Option<String> {
    let params = &event["params"];
    let address = params["request"]["url"].as_str().unwrap_or_default();
    let inside = [own, "data:"].iter().any(|scheme| address.starts_with(scheme));
    let wrong = match event["method"].as_str()? {
        "Runtime.exceptionThrown" => true,
        "Runtime.consoleAPICalled" => params["type"] == "error" || params["type"] == "warning",
        "Log.entryAdded" => params["entry"]["level"] == "error",
        "Network.requestWillBeSent" => !inside,
        _ => false,
    };
    wrong.then(|| event.to_string())
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::with_capacity(text.len() / 4 * 3));
    for byte in text.bytes().filter(|&byte| byte != b'=') {
        bits = bits << 6 | u32::from(digit(byte));
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
