//! Dense symmetric matrices: factor, solve, invert, sandwich.
//!
//! Textbook Cholesky by rows (Golub and Van Loan, "Matrix Computations", 4.2). Every
//! product here is one of rows with rows, so the same small tile does all the work: it
//! keeps eight sums in registers, and strips of rows keep one factor in the cache.

use std::ops::Range;

/// Columns that are finished together.
const BLOCK: usize = 48;
/// Rows that are worked on while they are in the cache.
const STRIP: usize = 16;

/// A square matrix, stored by rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// Returns the zero matrix.
    pub(crate) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell, and not to its mirror image.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds to a cell and to its mirror image; to a cell of the diagonal once.
    pub(crate) fn add_symmetric(&mut self, row: usize, column: usize, value: f64) {
        self.add(row, column, value);
        if row != column {
            self.add(column, row, value);
        }
    }

    /// Multiplies every cell.
    pub(crate) fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
    }

    /// Adds another matrix of this size.
    pub(crate) fn add_all(&mut self, other: &Matrix) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, other)| *cell += other);
    }

    /// Returns the variance of the difference of two variables, if this is a covariance.
    pub(crate) fn difference_variance(&self, a: usize, b: usize) -> f64 {
        (self.at(a, a) + self.at(b, b) - 2.0 * self.at(a, b)).max(0.0)
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_finite())
    }

    /// Returns `self * filling * self'`; the filling must be symmetric.
    pub(crate) fn sandwich(&self, filling: &Matrix) -> Matrix {
        let half = product(self, filling, |_| 0..self.size);
        let mut whole = product(&half, self, |strip| 0..strip.end);
        whole.mirror();
        whole
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// Copies the lower triangle over the upper one.
    fn mirror(&mut self) {
        for row in 0..self.size {
            for column in 0..row {
                self.cells[column * self.size + row] = self.cells[row * self.size + column];
            }
        }
    }
}

/// The lower triangular `L` with `L * L' = A`; above the diagonal is rubbish.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// Factors a symmetric matrix, of which only the lower triangle is read; `None` if it
    /// is not positive definite.
    pub(crate) fn factor(mut matrix: Matrix) -> Option<Cholesky> {
        let size = matrix.size;
        let mut sums = Sums::default();
        for block in ranges(0..size, BLOCK) {
            for strip in ranges(block.start..size, STRIP) {
                sums.fill(&matrix, strip.clone(), &matrix, block.clone(), 0..block.start);
                for row in strip {
                    for column in block.start..block.end.min(row + 1) {
                        let inner = block.start..column;
                        let known = sums.at(row, column)
                            + dot(&matrix.row(row)[inner.clone()], &matrix.row(column)[inner]);
                        let rest = matrix.at(row, column) - known;
                        let cell = if column < row {
                            rest / matrix.at(column, column)
                        } else if rest > 0.0 && rest.is_finite() {
                            rest.sqrt()
                        } else {
                            return None;
                        };
                        matrix.cells[row * size + column] = cell;
                    }
                }
            }
        }
        Some(Cholesky { lower: matrix })
    }

    /// Returns the `x` with `A * x = right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..x.len() {
            let known = dot(&self.lower.row(row)[..row], &x[..row]);
            x[row] = (x[row] - known) / self.lower.at(row, row);
        }
        for row in (0..x.len()).rev() {
            let (before, from) = x.split_at_mut(row);
            from[0] /= self.lower.at(row, row);
            for (cell, factor) in before.iter_mut().zip(self.lower.row(row)) {
                *cell -= factor * from[0];
            }
        }
        x
    }

    /// Returns the inverse of `A`.
    pub(crate) fn inverse(&self) -> Matrix {
        // With `T` the transposed inverse of `L`, the inverse is `T * T'`, and a row of
        // `T` is zero before the diagonal.
        let upper = self.inverse_transposed();
        let size = upper.size;
        let mut inverse = Matrix::zero(size);
        let mut sums = Sums::default();
        for strip in ranges(0..size, STRIP) {
            sums.fill(&upper, strip.clone(), &upper, 0..strip.end, strip.start..size);
            sums.copy_to(&mut inverse);
        }
        inverse.mirror();
        inverse
    }

    fn inverse_transposed(&self) -> Matrix {
        let size = self.lower.size;
        let mut upper = Matrix::zero(size);
        let mut sums = Sums::default();
        for block in ranges(0..size, BLOCK) {
            for strip in ranges(0..block.end, STRIP) {
                let inner = strip.start.min(block.start)..block.start;
                sums.fill(&upper, strip.clone(), &self.lower, block.clone(), inner);
                for row in strip {
                    for column in block.start.max(row)..block.end {
                        let inner = block.start.max(row)..column;
                        let known = sums.at(row, column)
                            + dot(&upper.row(row)[inner.clone()], &self.lower.row(column)[inner]);
                        let unit = if row == column { 1.0 } else { 0.0 };
                        upper.cells[row * size + column] =
                            (unit - known) / self.lower.at(column, column);
                    }
                }
            }
        }
        upper
    }
}

/// Returns `left * right'` in the columns that are wanted of a strip of rows.
fn product(
    left: &Matrix,
    right: &Matrix,
    columns: impl Fn(&Range<usize>) -> Range<usize>,
) -> Matrix {
    let mut result = Matrix::zero(left.size);
    let mut sums = Sums::default();
    for strip in ranges(0..left.size, STRIP) {
        sums.fill(left, strip.clone(), right, columns(&strip), 0..left.size);
        sums.copy_to(&mut result);
    }
    result
}

/// Cuts a range into pieces of this length; the last may be shorter.
fn ranges(whole: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = whole.end;
    whole.step_by(length).map(move |start| start..end.min(start + length))
}

/// Products of some rows of one matrix with some rows of another.
#[derive(Default)]
struct Sums {
    rows: Range<usize>,
    columns: Range<usize>,
    cells: Vec<f64>,
}

impl Sums {
    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[(row - self.rows.start) * self.columns.len() + column - self.columns.start]
    }

    fn copy_to(&self, matrix: &mut Matrix) {
        for row in self.rows.clone() {
            for column in self.columns.clone() {
                matrix.cells[row * matrix.size + column] = self.at(row, column);
            }
        }
    }

    /// Multiplies the cells `inner` of `rows` of `left` with those of `columns` of `right`.
    fn fill(
        &mut self,
        left: &Matrix,
        rows: Range<usize>,
        right: &Matrix,
        columns: Range<usize>,
        inner: Range<usize>,
    ) {
        self.cells.clear();
        self.cells.resize(rows.len() * columns.len(), 0.0);
        let width = columns.len();
        let left_row = |row: usize| &left.row(row.min(rows.end - 1))[inner.clone()];
        let right_row = |row: usize| &right.row(row.min(columns.end - 1))[inner.clone()];
        for column in columns.clone().step_by(4) {
            let four = [0, 1, 2, 3].map(|k| right_row(column + k));
            for row in rows.clone().step_by(2) {
                let sums = tile([left_row(row), left_row(row + 1)], four);
                for (r, line) in sums.iter().enumerate().take(rows.end - row) {
                    let at = (row + r - rows.start) * width + column - columns.start;
                    let count = 4.min(columns.end - column);
                    self.cells[at..at + count].copy_from_slice(&line[..count]);
                }
            }
        }
        self.rows = rows;
        self.columns = columns;
    }
}

/// Returns the products of two rows with four, all of one length.
#[inline]
fn tile(left: [&[f64]; 2], right: [&[f64]; 4]) -> [[f64; 4]; 2] {
    let length = left[0].len();
    let left = left.map(|row| row[..length].as_chunks::<2>());
    let right = right.map(|row| row[..length].as_chunks::<2>());
    let count = length / 2;
    let l = left.map(|(chunks, _)| &chunks[..count]);
    let r = right.map(|(chunks, _)| &chunks[..count]);
    let mut lanes = [[[0.0; 2]; 4]; 2];
    for k in 0..count {
        for i in 0..2 {
            for j in 0..4 {
                for lane in 0..2 {
                    lanes[i][j][lane] += l[i][k][lane] * r[j][k][lane];
                }
            }
        }
    }
    let mut sums = [[0.0; 4]; 2];
    for i in 0..2 {
        for j in 0..4 {
            let odd: f64 = left[i].1.iter().zip(right[j].1).map(|(a, b)| a * b).sum();
            sums[i][j] = lanes[i][j][0] + lanes[i][j][1] + odd;
        }
    }
    sums
}

/// Returns the product of two rows of one length.
fn dot(left: &[f64], right: &[f64]) -> f64 {
    let (left, left_rest) = left.as_chunks::<4>();
    let (right, right_rest) = right.as_chunks::<4>();
    let mut lanes = [0.0; 4];
    for (a, b) in left.iter().zip(right) {
        for lane in 0..4 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = left_rest.iter().zip(right_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::{Cholesky, Matrix};

    /// A positive definite matrix, different in every cell.
    fn example(size: usize) -> Matrix {
        let mut matrix = Matrix::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let cell = ((row * 31 + column * 17) % 23) as f64 / 23.0 - 0.4;
                let diagonal = if row == column { size as f64 } else { 0.0 };
                matrix.add_symmetric(row, column, cell + diagonal);
            }
        }
        matrix
    }

    /// The product as the definition has it.
    fn slow_product(left: &Matrix, right: &Matrix) -> Matrix {
        let size = left.size();
        let mut result = Matrix::zero(size);
        for row in 0..size {
            for column in 0..size {
                let cell = (0..size).map(|k| left.at(row, k) * right.at(k, column)).sum();
                result.add(row, column, cell);
            }
        }
        result
    }

    #[track_caller]
    fn check_same(left: &Matrix, right: &Matrix) {
        for (k, (a, b)) in left.cells.iter().zip(&right.cells).enumerate() {
            assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "cell {k}: {a} {b}");
        }
    }

    #[test]
    fn agrees_with_the_definitions() {
        for size in [1, 2, 3, 15, 16, 17, 48, 49, 97, 130] {
            let matrix = example(size);
            let factor = Cholesky::factor(matrix.clone()).unwrap();
            let inverse = factor.inverse();
            let mut unit = Matrix::zero(size);
            (0..size).for_each(|k| unit.add(k, k, 1.0));
            check_same(&slow_product(&matrix, &inverse), &unit);

            let filling = inverse.clone();
            check_same(&matrix.sandwich(&filling), &matrix);

            let right: Vec<f64> = (0..size).map(|k| k as f64 - 3.0).collect();
            let x = factor.solve(&right);
            for (row, right) in right.iter().enumerate() {
                let back: f64 = (0..size).map(|k| matrix.at(row, k) * x[k]).sum();
                assert!((back - right).abs() < 1e-9, "{size}: {back}");
            }
        }
    }

    #[test]
    fn refuses_what_has_no_factor() {
        let mut matrix = example(60);
        matrix.add(59, 59, -1e6);
        assert!(Cholesky::factor(matrix).is_none());
        let mut matrix = example(3);
        matrix.add(1, 1, f64::NAN);
        assert!(Cholesky::factor(matrix).is_none());
    }
}
