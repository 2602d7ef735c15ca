//! Types at the interfaces of the model keep their guarantees when they are read from a file.

use hws_types::{Cluster, Entry, LaunchId, Sip, ThreadNum, Topology};
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

fn refused<T: DeserializeOwned>(text: &str) -> String {
    from_str::<T>(text).err().expect(text).to_string()
}

#[test]
fn indices_beyond_their_table_are_refused() {
    assert_eq!(from_str::<Entry>("31").unwrap(), Entry::wrapping(31));
    assert_eq!(refused::<Entry>("32"), "Entry 32 does not exist; the last is 31");
    assert_eq!(refused::<Sip>("200"), "Sip 200 does not exist; the last is 31");
    assert_eq!(refused::<LaunchId>("64"), "LaunchId 64 does not exist; the last is 63");
    assert_eq!(refused::<Cluster>("8"), "Cluster 8 does not exist; the last is 7");
}

#[test]
fn only_legal_topologies_and_thread_numbers_are_accepted() {
    let harvested = Topology::new(6, 4).unwrap();
    assert_eq!(to_string(&harvested).unwrap(), "[6,4]");
    assert_eq!(from_str::<Topology>("[6,4]").unwrap(), harvested);
    assert_eq!(refused::<Topology>("[5,4]"), "the pair is not one of the twelve legal topologies");
    assert_eq!(from_str::<ThreadNum>("12").unwrap().get(), 12);
    assert_eq!(refused::<ThreadNum>("5"), "thread_num must be one of 1, 2, 3, 4, 6, 8, 9, 12, 16");
}
