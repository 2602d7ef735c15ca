//! Prints every register of the generated types, through the public API of hws-regs.

use hws_regs::{FINGERPRINT, RegFile, RegId};

fn main() {
    println!("FINGERPRINT {FINGERPRINT:016x}");
    let file = RegFile::default();
    for id in RegId::all() {
        let info = id.info();
        let reset = file.read(id).map_or_else(|| "-".into(), |reset| reset.to_string());
        let access = format!("{:?}", info.access).to_uppercase();
        println!("REG {id} {} {access} {reset} {}", id.offset(), info.write_mask);
        for field in info.fields {
            println!("FIELD {} {} {} {}", field.name, field.lsb, field.width, field.pulse);
        }
    }
}
