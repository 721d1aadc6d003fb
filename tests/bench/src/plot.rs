//! Plots as SVG: lines over a linear axis, on a logarithmic one.

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
/// Room for the words at the left and below, and at the other sides.
const LEFT: f64 = 70.0;
const BELOW: f64 = 48.0;
const EDGE: f64 = 40.0;
/// Colours that also people who confuse red and green tell apart.
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// A plot.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The words of the axis across.
    pub across: String,
    /// The words of the axis up.
    pub up: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a plot.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points: across, and up, where all are above 0.
    pub points: Vec<(f64, f64)>,
}

#[expect(clippy::float_arithmetic, reason = "places in a picture")]
impl Plot {
    /// Draws it.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let widest = points().map(|point| point.0).fold(1.0, f64::max);
        let up = |of: f64| of.max(f64::MIN_POSITIVE).log10();
        let lowest = points().map(|point| up(point.1)).fold(f64::INFINITY, f64::min).floor();
        let highest = points().map(|point| up(point.1)).fold(lowest + 1.0, f64::max).ceil();
        let x = |value: f64| LEFT + value / widest * (WIDTH - LEFT - EDGE);
        let y = |power: f64| {
            HEIGHT - BELOW - (power - lowest) / (highest - lowest) * (HEIGHT - BELOW - EDGE)
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\">{}</text>\n",
            self.title, self.title
        );
        let mut write = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        let mut power = lowest;
        while power <= highest {
            let (at, right, value) = (y(power), WIDTH - EDGE, 10_f64.powf(power));
            write(format!(
                "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                LEFT - 6.0,
                at + 4.0
            ));
            power += 1.0;
        }
        let mut marks: Vec<f64> = points().map(|point| point.0).collect();
        marks.sort_unstable_by(f64::total_cmp);
        marks.dedup();
        for mark in marks {
            write(format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark}</text>",
                x(mark),
                HEIGHT - BELOW + 18.0
            ));
        }
        write(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{:.1}\" transform=\"rotate(-90 14 {:.1})\" \
             text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - EDGE) / 2.0,
            HEIGHT - 8.0,
            self.across,
            HEIGHT / 2.0,
            HEIGHT / 2.0,
            self.up
        ));
        for (line, colour) in self.lines.iter().zip(COLOURS) {
            let mut path = String::new();
            for (index, (across, value)) in line.points.iter().enumerate() {
                let kind = if index == 0 { 'M' } else { 'L' };
                path.push_str(&format!("{kind}{:.1} {:.1}", x(*across), y(up(*value))));
            }
            let last = line.points.last().copied().unwrap_or_default();
            write(format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
                x(last.0),
                y(up(last.1)) - 8.0,
                line.name
            ));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_words_and_its_lines() {
        let line = Line { name: "sent".to_owned(), points: vec![(0.0, 10.0), (100.0, 1000.0)] };
        let (title, across, up) = ("Bytes".to_owned(), "boards".to_owned(), "bytes".to_owned());
        let svg = Plot { title, across, up, lines: vec![line] }.svg();
        for part in [">Bytes<", ">boards<", ">bytes<", ">sent<", "M70.0 312.0L600.0 40.0", ">1000<"]
        {
            assert!(svg.contains(part), "{part} in {svg}");
        }
    }
}
