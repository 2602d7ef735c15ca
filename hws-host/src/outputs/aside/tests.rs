use std::collections::BTreeMap;

use super::*;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// Every path below a folder, with the content of a file.
fn content(folder: &Path) -> BTreeMap<PathBuf, Option<String>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = paths.flat_map(|path| {
        if path.is_dir() {
            let mut inner = content(&path);
            inner.insert(path, None);
            return inner;
        }
        BTreeMap::from([(path.clone(), Some(fs::read_to_string(&path).unwrap()))])
    });
    all.collect()
}

/// A folder with files of an earlier call and of others.
fn earlier() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a", "old a"), ("b", "old b"), ("other", "theirs")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn write(aside: &Aside, name: &str) {
    fs::write(aside.place_of(name), format!("new {name}")).unwrap();
}

#[test]
fn all_files_appear_together_and_those_of_an_earlier_call_disappear() {
    let folder = earlier();
    let aside = Aside::new(folder.path(), NAMES.to_vec()).unwrap();
    write(&aside, "a");
    write(&aside, "c");
    assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old a");
    aside.finish().unwrap();
    let expected = [("a", "new a"), ("c", "new c"), ("other", "theirs")];
    let expected = expected.map(|(name, text)| (folder.path().join(name), Some(text.to_owned())));
    assert_eq!(content(folder.path()), BTreeMap::from(expected));
}

#[test]
fn what_is_not_finished_leaves_the_folder_as_it_was() {
    let folder = earlier();
    let before = content(folder.path());
    let aside = Aside::new(folder.path(), NAMES.to_vec()).unwrap();
    write(&aside, "a");
    drop(aside);
    assert_eq!(content(folder.path()), before);
}

#[test]
fn folders_are_created_and_removed_again() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("x/y");
    drop(Aside::new(&inner, NAMES.to_vec()).unwrap());
    assert_eq!(content(outer.path()), BTreeMap::new());
    let aside = Aside::new(&inner, NAMES.to_vec()).unwrap();
    // Somebody else writes into the folder meanwhile.
    fs::write(outer.path().join("x/z"), "theirs").unwrap();
    drop(aside);
    assert_eq!(content(outer.path()).len(), 2);
    let aside = Aside::new(&inner, NAMES.to_vec()).unwrap();
    write(&aside, "b");
    aside.finish().unwrap();
    assert_eq!(fs::read_to_string(inner.join("b")).unwrap(), "new b");
}

#[test]
fn a_folder_is_not_replaced() {
    let folder = earlier();
    let late = Aside::new(folder.path(), NAMES.to_vec()).unwrap();
    write(&late, "a");
    write(&late, "c");
    fs::create_dir(folder.path().join("c")).unwrap();
    fs::write(folder.path().join("c/theirs"), "theirs").unwrap();
    let message = late.finish().unwrap_err().to_string();
    assert!(message.ends_with("/c: cannot be written: it is a folder; move it away"), "{message}");
    let before = content(folder.path());
    assert_eq!(before[&folder.path().join("a")].as_deref(), Some("old a"));
    let early = Aside::new(folder.path(), NAMES.to_vec()).unwrap_err().to_string();
    assert_eq!(early, message);
    assert_eq!(content(folder.path()), before);
}

#[test]
fn a_file_is_not_created_where_a_file_is() {
    let folder = earlier();
    let message = Aside::new(&folder.path().join("a/b"), NAMES.to_vec()).unwrap_err().to_string();
    assert!(message.contains("/a/b: cannot be written: Not a directory"), "{message}");
    assert_eq!(content(folder.path()).len(), 3);
}

#[test]
fn moves_are_undone_in_reverse() {
    let folder = earlier();
    let before = content(folder.path());
    let at = |name: &str| folder.path().join(name);
    let mut moves = Moves::default();
    moves.move_file(&at("b"), &at("c")).unwrap();
    moves.move_file(&at("a"), &at("b")).unwrap();
    moves.move_file(&at("missing"), &at("b")).unwrap();
    assert!(moves.move_file(&at("other"), &at("missing/x")).is_err());
    assert!(moves.undo());
    assert_eq!(content(folder.path()), before);
}

#[test]
fn what_cannot_be_moved_back_is_kept_and_named() {
    let folder = earlier();
    let mut aside = Aside::new(folder.path(), NAMES.to_vec()).unwrap();
    let replaced = aside.place_of(REPLACED);
    fs::create_dir_all(&replaced).unwrap();
    let (inner, outer) = (folder.path().join("inner"), replaced.join("a"));
    fs::create_dir(&inner).unwrap();
    fs::rename(folder.path().join("a"), inner.join("a")).unwrap();
    let mut moves = Moves::default();
    moves.move_file(&inner.join("a"), &outer).unwrap();
    fs::remove_dir(&inner).unwrap();
    assert!(!moves.undo());
    let error = aside.stranded(&replaced, &io::ErrorKind::StorageFull.into()).to_string();
    drop(aside);
    assert_eq!(fs::read_to_string(&outer).unwrap(), "old a");
    assert_eq!(
        error,
        format!("no storage space; files of before are in {}; move them back", replaced.display())
    );
}
