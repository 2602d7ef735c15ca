//! Files of SystemRDL, which need its compiler (`.ci/exports` installs it).

use super::{compiled, imported};
use hws_regmap::import;
use hws_regmap::{CountDirection, HardwareAccess, MapAccess, MapImportFormat, MapLegal, Reset, SkippedTest};

const DEVICE: &str = r#"
enum mode_e { OFF = 0 { desc = "Off."; }; ON = 2; };
reg ctrl_t #(longint unsigned W = 4) {
    name = "Control register";
    desc = "Starts
            it.";
    field { sw = rw; hw = r; encode = mode_e; } mode[1:0] = 2'd0;
    field { sw = rw; hw = w; onwrite = woclr; hwset; } error[2:2] = 0;
    field { sw = r; hw = na; counter; incrvalue = 1; incrsaturate; onread = rclr; } count[W + 3:4] = 0;
    field { sw = rw; hw = r; singlepulse; } go[31:31] = 0;
};
reg data_t { field { sw = rw; hw = r; } v[7:0] = 0; };
addrmap timer {
    name = "Timer";
    reg { field { sw = rw; hw = r; } open[0:0] = 1'b1; } lock @ 0x0;
    ctrl_t #(.W(8)) ctrl @ 0x4;
    data_t data @ 0x8;
    alias data data_t shadow @ 0xc;
    reg { donttest; field { sw = w; hw = r; } key[31:0]; } keys[2][3] @ 0x20 += 8;
    regfile {
        reg { field { sw = rw; hw = r; } en[0:0] = 0; } a @ 0x0;
        regfile { reg { field { sw = rw1; hw = r; } x[7:0] = 8'hff; } deep @ 0x0; } inner[2] @ 0x8 += 0x8;
    } ch[4] @ 0x100 += 0x20;
    external mem { mementries = 16; memwidth = 32; } ram @ 0x200;
    ctrl.mode->swwe = lock.open;
    ctrl.error->intr = true;
};
"#;

#[test]
fn a_device_is_read_as_its_compiler_sees_it() {
    let Some(json) = compiled(DEVICE, "timer", &[]) else { return };
    let import = imported(MapImportFormat::SystemRdl, &json);
    let names: Vec<_> =
        import.map.registers.iter().map(|one| (one.name.value.as_str(), one.offset.value)).collect();
    assert_eq!(
        names,
        [
            ("lock", 0),
            ("ctrl", 4),
            ("data", 8),
            ("shadow", 0xc),
            ("keys[][]", 0x20),
            ("ch[].a", 0x100),
            ("ch[].inner_deep[]", 0x108)
        ]
    );
    let ctrl = import.map.register("ctrl").unwrap();
    assert_eq!(ctrl.description, "Control register: Starts it.");
    let mode = ctrl.field("mode").unwrap();
    let MapLegal::Enumerated(enumeration) = &mode.legal else { panic!("{}", import.yaml) };
    assert_eq!(enumeration.variants.iter().map(|value| value.value.value).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(
        mode.guards.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["writable while lock.open is 1"]
    );
    let error = ctrl.field("error").unwrap();
    assert_eq!((error.access.value, error.hardware.value), (MapAccess::W1c, HardwareAccess::Sets));
    let count = ctrl.field("count").unwrap();
    let counter = count.counter.unwrap();
    assert_eq!((count.msb(), count.access.value), (11, MapAccess::Rc));
    assert_eq!((counter.direction, counter.saturates), (CountDirection::Up, true));
    assert!(ctrl.field("go").unwrap().pulse);
    assert_eq!(import.map.register("shadow").unwrap().alias_of.as_ref().unwrap().value, "data");
    let keys = import.map.register("keys[][]").unwrap();
    assert_eq!(
        keys.dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect::<Vec<_>>(),
        [(2, 24), (3, 8)]
    );
    assert_eq!(
        (keys.fields[0].reset.value, keys.skipped_tests.as_slice()),
        (Reset::Unknown, &[SkippedTest::Access, SkippedTest::BitBash][..])
    );
    assert_eq!(import.map.register("ch[].inner_deep[]").unwrap().fields[0].access.value, MapAccess::W1);
    assert_eq!(import.map.memories[0].bytes.value, 64);
    let lost: Vec<String> = import.losses.iter().map(ToString::to_string).collect();
    assert!(lost.iter().any(|loss| loss.ends_with("ctrl.error: the property `intr`")), "{lost:?}");
}

#[test]
fn address_maps_in_address_maps_are_blocks() {
    let text = "addrmap uart { reg { field {} f[0:0]; } one @ 0; };\n\
                addrmap chip { uart u[2] @ 0x1000 += 0x100; reg { field {} f[0:0]; } id @ 0; };";
    let Some(json) = compiled(text, "chip", &[]) else { return };
    let blocks = import::read(MapImportFormat::SystemRdl, &json).unwrap();
    let names: Vec<&str> = blocks.iter().map(|block| block.name()).collect();
    assert_eq!(names, ["chip", "u"]);
    let [chip, uart] = <[_; 2]>::try_from(blocks).unwrap();
    assert_eq!(uart.into_map("x").unwrap().base, 0x1000);
    let lost = chip.into_map("x").unwrap().losses;
    assert!(lost[0].what.contains("the address map `u` in it"), "{lost:?}");
}

#[test]
fn what_the_reader_does_not_print_is_refused() {
    for text in ["", "{}", "[1]", "{\"own\": null, \"blocks\": [{}]}"] {
        assert!(import::read(MapImportFormat::SystemRdl, text).is_err(), "{text}");
    }
}
