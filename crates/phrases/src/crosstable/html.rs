//! A crosstable as a page for printing, or for a phone.

use draughts::text;
use tournament::{
    crosstable::{Cell, Column, CrossRow, Crosstable},
    ranking::ZoneKind,
};

use super::{cell, heading, legend};
use crate::{Language, messages::say};

/// On paper A4 landscape; on a phone the table scrolls under the name, which stays in place.
const STYLE: &str = "\
@page { size: A4 landscape; margin: 10mm }
body { font: 15px/1.35 system-ui, sans-serif; color: #000; background: #fff; margin: 1rem }
h1 { font-size: 1.3rem; margin: 0 } h1 + p { margin: 0 0 .75rem }
div { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: left; padding-bottom: .4rem }
th, td { border: 1px solid #999; padding: .15rem .4rem; text-align: center; white-space: nowrap }
thead th { background: #eee } th[scope=row], td.t { text-align: left }
th[scope=row] { position: sticky; left: 0; background: #fff; font-weight: 600 }
td.x { background: #ddd } td.p { font-weight: 600 }
tr.promotion th[scope=row] { border-left: 4px solid #060 }
tr.relegation th[scope=row] { border-left: 4px solid #a00 }
h1, h1 + p, th[scope=row], td.t, li { unicode-bidi: plaintext }
ul { list-style: none; padding: 0; margin: .75rem 0 0; font-size: .85rem }
@media print { body { margin: 0; font-size: 10px } div { overflow: visible } thead { display: \
table-header-group } tr { break-inside: avoid } th[scope=row] { position: static } }
";

/// Writes a self-contained page of HTML: without script, font or picture. All text is escaped.
///
/// `title` is the heading, `about` the text below it: place and dates, for instance.
#[must_use]
pub fn html(table: &Crosstable, title: &str, about: &str, language: Language) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n",
        language.tag(),
        title = escaped(title),
    );
    if !about.is_empty() {
        page.push_str(&format!("<p>{}</p>\n", escaped(about)));
    }
    page.push_str(&format!(
        "<div>\n<table>\n<caption>{}</caption>\n<thead>\n<tr>",
        escaped(&say!(language, "crosstable"))
    ));
    for column in &table.columns {
        page.push_str(&head(table, *column, language));
    }
    page.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str(&row_html(row, language));
    }
    page.push_str("</tbody>\n</table>\n</div>\n<ul>\n");
    for line in legend(table, language) {
        page.push_str(&format!("<li>{}</li>\n", escaped(&line)));
    }
    page.push_str("</ul>\n</body>\n</html>\n");
    page
}

fn head(table: &Crosstable, column: Column, language: Language) -> String {
    let heading = heading(table, column, language);
    let short = escaped(&heading.short);
    if heading.short == heading.full {
        format!("<th scope=\"col\">{short}</th>")
    } else {
        let full = escaped(&heading.full);
        format!("<th scope=\"col\"><abbr title=\"{full}\">{short}</abbr></th>")
    }
}

fn row_html(row: &CrossRow, language: Language) -> String {
    let class = match row.zone.map(|zone| zone.kind) {
        None => "",
        Some(ZoneKind::Promotion) => " class=\"promotion\"",
        Some(ZoneKind::Relegation) => " class=\"relegation\"",
    };
    let cells: String = row.cells.iter().map(|one| cell_html(one, language)).collect();
    format!("<tr{class}>{cells}</tr>\n")
}

fn cell_html(one: &Cell, language: Language) -> String {
    let text = escaped(&cell(one, language));
    let class = match one {
        Cell::Name { .. } => return format!("<th scope=\"row\">{text}</th>"),
        Cell::Club(_) | Cell::Zone(_) => " class=\"t\"",
        Cell::Oneself => " class=\"x\"",
        Cell::Points(_) => " class=\"p\"",
        Cell::Empty
        | Cell::Place { .. }
        | Cell::Number(_)
        | Cell::Games(_)
        | Cell::Absence { .. } => "",
    };
    format!("<td{class}>{text}</td>")
}

/// Escapes a text for elements and quoted attributes, cleaned of characters that are older than the
/// rule for texts.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text::isolated(text).chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(char),
        }
    }
    escaped
}
