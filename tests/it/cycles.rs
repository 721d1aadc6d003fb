//! Checks that no two files of a package need each other, directly or by way of others.
//!
//! A file needs another if it imports (`use`) or names by a path (`super::Clock`, `table::Seat`) an
//! item that the other defines. The file that defines the item counts, not the module through which
//! it is reached. A declaration (`mod table;`) and a re-export (`pub use table::Seat;`) are no
//! need: a parent may publish what its children define, while the children use the parent's own
//! items, but it may not use them itself as well. Methods and trait implementations may stand in
//! any file, because they are called without naming it. Macro calls and documentation do not count,
//! nor do tests that stand in the file that they test.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use syn::{
    Attribute, Expr, ExprLit, Item, ItemMod, ItemUse, Lit, Meta, UseTree, Visibility,
    visit::{self, Visit},
};

use crate::layers::{metadata, packages};

#[test]
fn no_two_files_of_a_package_need_each_other() {
    let metadata = metadata();
    let mut found = Vec::new();
    for package in packages(&metadata) {
        let targets = package["targets"].as_array().unwrap().iter();
        let first = |target: &Value| PathBuf::from(target["src_path"].as_str().unwrap());
        for target in targets {
            found.extend(Sources::read(&first(target)).cycles());
        }
    }
    assert!(found.is_empty(), "files that need each other:\n{}", found.join("\n\n"));
}

#[test]
fn a_cycle_is_found_and_a_re_export_is_none() {
    let read = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        for (name, code) in files {
            fs::write(folder.path().join(name), code).unwrap();
        }
        Sources::read(&folder.path().join("lib.rs")).cycles().len()
    };
    let lib = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B; pub struct Root;");
    // Each file uses the item of the other, one of them through the re-export.
    let a = ("a.rs", "use crate::B; pub struct A(B);");
    assert_eq!(read(&[lib, a, ("b.rs", "pub struct B; fn f() -> super::a::A { todo!() }")]), 1);
    // Only one needs the other; both may need the parent, which re-exports them.
    assert_eq!(read(&[lib, a, ("b.rs", "use super::Root; pub struct B(Root);")]), 0);
    // The parent uses what it re-exports.
    let lib = ("lib.rs", "mod a; pub use a::A; pub struct Root(A);");
    assert_eq!(read(&[lib, ("a.rs", "use super::*; pub struct A(Box<Root>);")]), 1);
}

/// A module: a file, or a block `mod name { … }` in one.
struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Names of the items that the module defines itself.
    items: BTreeSet<String>,
    /// Names that `use` brings in, with their paths.
    names: BTreeMap<String, Vec<String>>,
    /// Paths of `use path::*`.
    globs: Vec<Vec<String>>,
    /// Paths that the module needs: its imports that are no re-exports, and paths in its code.
    needs: Vec<Vec<String>>,
}

/// The modules of one target, each with the paths that its code names.
struct Sources {
    files: Vec<PathBuf>,
    modules: Vec<Module>,
}

impl Sources {
    /// Reads a target from its first file, such as `src/lib.rs`.
    fn read(first: &Path) -> Self {
        let mut sources = Self { files: Vec::new(), modules: Vec::new() };
        sources.read_file(first, first.parent().unwrap(), None);
        sources
    }

    /// Reads a file whose children lie in `folder`; returns its module.
    fn read_file(&mut self, path: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let code = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
        self.files.push(path.to_path_buf());
        let file = self.files.len() - 1;
        self.read_items(&code.items, file, folder, parent)
    }

    fn read_items(
        &mut self,
        items: &[Item],
        file: usize,
        folder: &Path,
        parent: Option<usize>,
    ) -> usize {
        let at = self.modules.len();
        let mut paths = Paths::default();
        items.iter().for_each(|item| paths.visit_item(item));
        self.modules.push(Module {
            file,
            parent,
            children: BTreeMap::new(),
            items: items.iter().filter_map(defined).collect(),
            names: paths.names,
            globs: paths.globs,
            needs: paths.needs,
        });
        for item in items {
            let Item::Mod(module) = item else { continue };
            let name = module.ident.to_string();
            let child = self.read_module(module, &name, file, folder, at);
            self.modules[at].children.insert(name, child);
        }
        at
    }

    fn read_module(
        &mut self,
        module: &ItemMod,
        name: &str,
        file: usize,
        folder: &Path,
        parent: usize,
    ) -> usize {
        let inner = folder.join(name);
        if let Some((_, items)) = &module.content {
            let at = self.read_items(items, file, &inner, Some(parent));
            if module.attrs.iter().any(is_of_tests) {
                self.modules[at].needs.clear();
            }
            return at;
        }
        if let Some(path) = module.attrs.iter().find_map(path_of) {
            let path = self.files[file].parent().unwrap().join(path);
            return self.read_file(&path, path.parent().unwrap(), Some(parent));
        }
        let beside = folder.join(format!("{name}.rs"));
        let path = if beside.exists() { beside } else { inner.join("mod.rs") };
        self.read_file(&path, &inner, Some(parent))
    }

    /// Returns the file that defines the item of a path written in `module`; `None` for an item of
    /// another crate.
    fn definition(&self, module: usize, path: &[String], depth: usize) -> Option<usize> {
        if depth == 0 {
            return None;
        }
        let mut at = module;
        let mut segments = path;
        let mut is_start = true;
        while let Some((first, rest)) = segments.split_first() {
            let here = &self.modules[at];
            match first.as_str() {
                "crate" if is_start => at = 0,
                "self" if is_start => {}
                "super" => at = here.parent?,
                name => {
                    if let Some(&child) = here.children.get(name) {
                        at = child;
                    } else if here.items.contains(name) {
                        return Some(here.file);
                    } else if let Some(path) = here.names.get(name) {
                        let path: Vec<String> = path.iter().chain(rest).cloned().collect();
                        return self.definition(at, &path, depth - 1);
                    } else {
                        let glob = |glob: &Vec<String>| {
                            let path: Vec<String> = glob.iter().chain(segments).cloned().collect();
                            self.definition(at, &path, depth - 1)
                        };
                        return here.globs.iter().find_map(glob);
                    }
                }
            }
            is_start = false;
            segments = rest;
        }
        // The path ends in a module: its users name what they need of it.
        None
    }

    /// Returns every file with the files that it needs, and a path for each.
    fn needs(&self) -> BTreeMap<(usize, usize), String> {
        let mut needs = BTreeMap::new();
        for (at, module) in self.modules.iter().enumerate() {
            for path in &module.needs {
                if let Some(file) = self.definition(at, path, 16)
                    && file != module.file
                {
                    needs.insert((module.file, file), path.join("::"));
                }
            }
        }
        needs
    }

    /// Returns a description of each group of files in which every file needs every other, directly
    /// or by way of others.
    fn cycles(&self) -> Vec<String> {
        let needs = self.needs();
        let reach = |from: usize| {
            let (mut found, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(file) = open.pop() {
                let next = needs.keys().filter(|need| need.0 == file).map(|need| need.1);
                open.extend(next.filter(|&next| found.insert(next)));
            }
            found
        };
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(reach).collect();
        let cycle = |file: usize| -> BTreeSet<usize> {
            reach[file].iter().copied().filter(|&other| reach[other].contains(&file)).collect()
        };
        let cycles: BTreeSet<_> = (0..self.files.len()).map(cycle).collect();
        let shown = |cycle: &BTreeSet<usize>| {
            let within =
                needs.iter().filter(|((from, to), _)| cycle.contains(from) && cycle.contains(to));
            let line = |((from, to), path): (&(usize, usize), &String)| {
                format!("{} -> {}: {path}", self.files[*from].display(), self.files[*to].display())
            };
            within.map(line).collect::<Vec<_>>().join("\n")
        };
        cycles.iter().filter(|cycle| !cycle.is_empty()).map(shown).collect()
    }
}

/// Returns true for `#[cfg(test)]`.
fn is_of_tests(attribute: &Attribute) -> bool {
    let is_test = |meta: syn::Path| meta.is_ident("test");
    attribute.path().is_ident("cfg") && attribute.parse_args().is_ok_and(is_test)
}

/// Returns the value of an attribute `#[path = "…"]`.
fn path_of(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) = &meta.value else { return None };
    attribute.path().is_ident("path").then(|| path.value())
}

/// Returns the name that an item defines; `None` for imports, modules and blocks of code.
#[expect(clippy::wildcard_enum_match_arm, reason = "`syn::Item` may gain variants")]
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Collects the imports and the paths of one module.
#[derive(Default)]
struct Paths {
    names: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    needs: Vec<Vec<String>>,
}

impl Paths {
    fn import(&mut self, tree: &UseTree, before: &[String], is_need: bool) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident), is_need),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, before, is_need));
            }
            UseTree::Glob(_) => self.globs.push(before.to_vec()),
            UseTree::Name(name) => {
                let path = if name.ident == "self" { before.to_vec() } else { with(&name.ident) };
                self.bring(path.last().unwrap().clone(), path, is_need);
            }
            UseTree::Rename(rename) => {
                self.bring(rename.rename.to_string(), with(&rename.ident), is_need);
            }
        }
    }

    fn bring(&mut self, name: String, path: Vec<String>, is_need: bool) {
        if is_need {
            self.needs.push(path.clone());
        }
        self.names.insert(name, path);
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_need = matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], is_need);
    }

    /// A block `mod name { … }` is a module of its own.
    fn visit_item_mod(&mut self, _item: &'ast ItemMod) {}

    /// A macro may have the name of an item, and its contents have no paths that could be read.
    fn visit_macro(&mut self, _call: &'ast syn::Macro) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        self.needs.push(segments.collect());
        visit::visit_path(self, path);
    }
}
