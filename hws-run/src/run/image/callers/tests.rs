use super::*;

/// Functions of 0x100 bytes each, from 0x1000.
fn callers(names: &[&str]) -> Callers {
    let symbols = names.iter().zip(0..).map(|(name, place)| FunctionSymbol {
        address: 0x1000 + 0x100 * place,
        size: 0x100,
        name: (*name).to_owned(),
    });
    Callers::new(&symbols.collect::<Vec<_>>(), 0x1000)
}

/// The core at an address, with ra and sp.
fn look(callers: &mut Callers, pc: u32, ra: u32, sp: u32) {
    let mut core = Core::new(pc);
    core.set_register(RA, ra);
    core.set_register(SP, sp);
    callers.look(&core);
}

fn turn(callers: &mut Callers) -> Option<String> {
    callers.turn().map(|act| match act {
        FirmwareAct::Calls(name) => name.to_owned(),
        other => format!("{other:?}"),
    })
}

#[test]
fn an_access_belongs_to_the_outermost_call_of_the_api_around_it() {
    let names = [
        "main",
        "hws_open_dag",
        "_RNvMNtCsg301Quymepc_6fw_api3dagINtNtB4_6driver9HwsDriverNtNtCsblnLg3mK3ny_6hws_fw3bus4CBusE8init_dagBW_",
        "mmio_read",
    ];
    let mut callers = callers(&names);
    look(&mut callers, 0x1010, 0, 0x9000);
    look(&mut callers, 0x1100, 0x1014, 0x9000);
    look(&mut callers, 0x1110, 0x1014, 0x8FE0);
    look(&mut callers, 0x1200, 0x1112, 0x8FE0);
    look(&mut callers, 0x1300, 0x1204, 0x8FE0);
    assert_eq!(turn(&mut callers).as_deref(), Some("hws_open_dag"));
    assert_eq!(turn(&mut callers), None, "the same call makes the next access");
    look(&mut callers, 0x1204, 0x1204, 0x8FE0);
    look(&mut callers, 0x1300, 0x1208, 0x8FE0);
    assert_eq!(turn(&mut callers), None, "the same call from another place");
    // Back in main, and the same call again.
    look(&mut callers, 0x1014, 0x1208, 0x9000);
    look(&mut callers, 0x1100, 0x1018, 0x9000);
    look(&mut callers, 0x1300, 0x1104, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("hws_open_dag"), "another call of the same name");
}

#[test]
fn an_access_without_the_api_belongs_to_its_function() {
    let mut callers = callers(&["main", "read_back"]);
    look(&mut callers, 0x1010, 0, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("main"));
    look(&mut callers, 0x1100, 0x1014, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("read_back"));
    look(&mut callers, 0x1104, 0x1014, 0x9000);
    assert_eq!(turn(&mut callers), None);
    look(&mut callers, 0x5000, 0x1014, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("CallsNothing"), "code without a symbol");
}

/// Through the pointer in its bus.
#[test]
fn an_access_that_the_library_makes_for_a_function_belongs_to_that_function() {
    let mut callers = callers(&["main", "recover", "_RNvNtCsblnLg3mK3ny_6hws_fw3bus9mmio_read"]);
    look(&mut callers, 0x1010, 0, 0x9000);
    look(&mut callers, 0x1100, 0x1014, 0x9000);
    look(&mut callers, 0x1200, 0x1104, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("recover"));
}

#[test]
fn an_image_without_symbols_names_no_call() {
    let mut callers = callers(&[]);
    look(&mut callers, 0x1010, 0, 0x9000);
    assert_eq!(turn(&mut callers).as_deref(), Some("CallsNothing"));
    assert_eq!(turn(&mut callers), None);
}

#[test]
fn endless_recursion_is_not_followed_endlessly() {
    let mut callers = callers(&["main"]);
    for depth in 0..10_000 {
        look(&mut callers, 0x1000, 0x1084, 0x90_0000 - 16 * depth);
        look(&mut callers, 0x1080, 0x1084, 0x90_0000 - 16 * depth);
    }
    assert_eq!(callers.frames.len(), DEEPEST);
}

/// The list of names is that of the header.
#[test]
fn every_function_of_the_library_is_recognised() {
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/../bindings/c/include/hws_fw.h");
    let header = std::fs::read_to_string(header).unwrap();
    let declared = header.lines().filter(|line| line.starts_with("hws_status ") && line.contains('('));
    let names: Vec<&str> =
        declared.map(|line| line["hws_status ".len()..].split('(').next().unwrap()).collect();
    assert!(names.len() > 30);
    assert_eq!(names.iter().find(|name| shown(name).1 != Kind::Call), None);
    assert_eq!(DATASHEET.iter().find(|name| !names.contains(name)), None);
}

#[test]
fn a_method_of_the_driver_has_its_own_name() {
    let mangled = "_RNvMNtCsg301Quymepc_6fw_api7messageINtNtB4_6driver9HwsDriverNtNtCsblnLg3mK3ny_6hws_fw3bus4CBusE12next_messageB10_";
    assert_eq!(shown(mangled), ("next_message".to_owned(), Kind::Call));
    let inside = shown("_RNvNtCsblnLg3mK3ny_6hws_fw3bus9mmio_read");
    assert_eq!(inside, ("hws_fw::bus::mmio_read".to_owned(), Kind::Inside));
    assert_eq!(shown("serve_interrupt"), ("serve_interrupt".to_owned(), Kind::Other));
}
