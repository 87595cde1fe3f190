-- Ayoayo bot in Lua: the biggest pit.
--
-- Plays: the legal pit with most seeds, the first of equals.
-- Run:   lua5.4 bot.lua
-- Flush: setvbuf("line"); io.write holds lines back in a pipe otherwise.
--
-- There is no JSON parser here: the referee promises compact separators,
-- `type` first, `id` second, and `"legal":[` at most once in a line.

io.stdout:setvbuf("line")

-- Returns the numbers of the list called `name`, or nil when the line has none.
local function numbers(line, name)
  local text = line:match('"' .. name .. '":%[([%d,]+)%]')
  if not text then return nil end
  local list = {}
  for number in text:gmatch("%d+") do list[#list + 1] = tonumber(number) end
  return list
end

local function own_pits(turn)
  local list = {}
  for pit = 6 * turn, 6 * turn + 5 do list[#list + 1] = pit end
  return list
end

-- Returns the pit to play, or nil when the line does not hold a position.
local function choose(line)
  local pits, turn = numbers(line, "pits"), line:match('"turn":([01])')
  if not pits or #pits ~= 12 or not turn then return nil end
  local best, most = nil, 0
  for _, pit in ipairs(numbers(line, "legal") or own_pits(tonumber(turn))) do
    local seeds = pits[pit + 1] or 0 -- Lua counts from 1; no such pit, no seeds.
    if seeds > most then best, most = pit, seeds end
  end
  return best
end

-- Returns the line to send, or nil for a `go` that cannot be read.
local function answer(kind, id, line) -- The id stays text, so it stays exact.
  if kind == "hello" then
    return ('{"type":"hello","id":%s,"protocol":1,"name":"lua-biggest"}'):format(id)
  elseif kind == "go" then
    local pit = choose(line)
    return pit and ('{"type":"move","id":%s,"pit":%d}'):format(id, pit)
  elseif kind == "ping" then
    return ('{"type":"pong","id":%s}'):format(id)
  end
  return ('{"type":"error","id":%s,"code":"unknown_type","message":"this bot does not know that type"}'):format(id)
end

for line in io.lines() do
  local kind = line:match('^{"type":"([^"]*)"')
  if kind == "quit" then break end
  local id = line:match('^{"type":"[^"]*","id":(%d+)') -- No id, no answer.
  local reply = id and kind ~= "error" and answer(kind, id, line) -- `error` is not answered either.
  if reply then io.write(reply, "\n") end
end
