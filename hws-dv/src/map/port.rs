//! The ports that a lock-step uses, by the names that the reference RTL gives them.
//!
//! Those of the HWS are generated from `interfaces.yaml`, in the order of a sample; those of a bus in front of it are here.

mod generated;

use generated::with_ports;
use hws_types::Rule;

/// Declares the ports with names, widths and rules, in the order of their place in a sample.
macro_rules! ports {
    (
        before { $($(#[$doc:meta])* $before:ident = $name:literal, $width:literal, $rule:expr;)* }
        after { $($(#[$doc_after:meta])* $after:ident = $name_after:literal, $width_after:literal, $rule_after:expr;)* }
    ) => {
        /// A port of the HWS or of the bus in front of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Port {
            $($(#[$doc])* $before,)*
            $($(#[$doc_after])* $after,)*
        }

        impl Port {
            /// All ports, inputs first.
            pub const ALL: &[Self] = &[$(Self::$before,)* $(Self::$after,)*];
            /// The number of ports that are sampled before the edge: inputs, and the handshakes of buses that need a
            /// wrapper. The others are sampled at the end of the time stamp of the edge.
            pub const SAMPLED_BEFORE: usize = [$(Self::$before),*].len();

            /// Returns the default name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$before => $name,)*
                    $(Self::$after => $name_after,)*
                }
            }

            /// Returns the number of bits that the port has in the reference RTL, or on the bus of a wrapper.
            #[must_use]
            pub const fn width(self) -> u32 {
                match self {
                    $(Self::$before => $width,)*
                    $(Self::$after => $width_after,)*
                }
            }

            /// Returns the rule of the specification that defines the port; none for clock, reset and the bus of a wrapper.
            #[must_use]
            pub const fn rule(self) -> Option<Rule> {
                match self {
                    $(Self::$before => $rule,)*
                    $(Self::$after => $rule_after,)*
                }
            }
        }
    };
}

with_ports! {
    ports,
    /// APB.
    Psel = "psel", 1, None;
    /// APB.
    Penable = "penable", 1, None;
    /// APB.
    Pwrite = "pwrite", 1, None;
    /// APB.
    Paddr = "paddr", 32, None;
    /// APB.
    Pwdata = "pwdata", 32, None;
    /// APB.
    Pready = "pready", 1, None;
    /// APB.
    Prdata = "prdata", 32, None;
    /// APB.
    Pslverr = "pslverr", 1, None;
    /// AXI4-Lite, write address.
    Awvalid = "awvalid", 1, None;
    /// AXI4-Lite, write address.
    Awready = "awready", 1, None;
    /// AXI4-Lite, write address.
    Awaddr = "awaddr", 32, None;
    /// AXI4-Lite, write data.
    Wvalid = "wvalid", 1, None;
    /// AXI4-Lite, write data.
    Wready = "wready", 1, None;
    /// AXI4-Lite, write data.
    Wdata = "wdata", 32, None;
    /// AXI4-Lite, write response.
    Bvalid = "bvalid", 1, None;
    /// AXI4-Lite, write response.
    Bready = "bready", 1, None;
    /// AXI4-Lite, write response.
    Bresp = "bresp", 2, None;
    /// AXI4-Lite, read address.
    Arvalid = "arvalid", 1, None;
    /// AXI4-Lite, read address.
    Arready = "arready", 1, None;
    /// AXI4-Lite, read address.
    Araddr = "araddr", 32, None;
    /// AXI4-Lite, read data.
    Rvalid = "rvalid", 1, None;
    /// AXI4-Lite, read data.
    Rready = "rready", 1, None;
    /// AXI4-Lite, read data.
    Rdata = "rdata", 32, None;
    /// AXI4-Lite, read data.
    Rresp = "rresp", 2, None;
}

impl Port {
    /// The number of ports.
    pub const COUNT: usize = Self::ALL.len();
    /// The number of ports of the HWS itself.
    pub(crate) const OF_HWS: usize = Self::COUNT - (Self::Rresp as usize + 1 - Self::Psel as usize);

    /// Returns whether the port drives the HWS: its value is used, not compared.
    #[must_use]
    pub fn is_input(self) -> bool {
        (self as usize) < Self::SAMPLED_BEFORE
    }

    /// Returns whether the port answers an access on a bus that is not the flat one: sampled with the handshakes, and
    /// compared.
    #[must_use]
    pub fn is_answer(self) -> bool {
        matches!(self, Self::Prdata | Self::Pslverr | Self::Bresp | Self::Rdata | Self::Rresp)
    }

    /// Returns whether only a bus that is not the flat one has the port.
    #[must_use]
    pub const fn is_of_wrapper(self) -> bool {
        Self::Psel as usize <= self as usize && self as usize <= Self::Rresp as usize
    }

    /// Returns whether the port belongs to the flat bus.
    #[must_use]
    pub fn is_of_flat_bus(self) -> bool {
        self.name().starts_with("bus_")
    }
}

#[cfg(test)]
mod tests {
    use super::Port;

    #[test]
    fn a_port_is_its_place_in_the_list() {
        assert!(Port::ALL.iter().enumerate().all(|(place, port)| *port as usize == place));
        assert_eq!(Port::ALL.iter().filter(|port| port.is_input()).count(), Port::SAMPLED_BEFORE);
    }
}
