//! A struct of 200 fields, and one whose changes travel.
#![deny(warnings)]

use soa_runtime::{IdAllocator, Mirror, Tick};

macro_rules! wide {
    ($($byte:ident $half:ident $word:ident $double:ident $text:ident)*) => {
        #[derive(IdAllocator)]
        struct Wide {
            $($byte: u8, $half: u16, $word: u32, $double: u64, $text: String,)*
        }

        #[derive(IdAllocator)]
        #[soa(tracked = all, derive(Serialize, Deserialize))]
        struct Sent {
            $($byte: u8, $half: u16, $word: u32, $double: u64, $text: bool,)*
        }
    };
}

wide! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
    f10 f11 f12 f13 f14 f15 f16 f17 f18 f19
    f20 f21 f22 f23 f24 f25 f26 f27 f28 f29
    f30 f31 f32 f33 f34 f35 f36 f37 f38 f39
    f40 f41 f42 f43 f44 f45 f46 f47 f48 f49
    f50 f51 f52 f53 f54 f55 f56 f57 f58 f59
    f60 f61 f62 f63 f64 f65 f66 f67 f68 f69
    f70 f71 f72 f73 f74 f75 f76 f77 f78 f79
    f80 f81 f82 f83 f84 f85 f86 f87 f88 f89
    f90 f91 f92 f93 f94 f95 f96 f97 f98 f99
    f100 f101 f102 f103 f104 f105 f106 f107 f108 f109
    f110 f111 f112 f113 f114 f115 f116 f117 f118 f119
    f120 f121 f122 f123 f124 f125 f126 f127 f128 f129
    f130 f131 f132 f133 f134 f135 f136 f137 f138 f139
    f140 f141 f142 f143 f144 f145 f146 f147 f148 f149
    f150 f151 f152 f153 f154 f155 f156 f157 f158 f159
    f160 f161 f162 f163 f164 f165 f166 f167 f168 f169
    f170 f171 f172 f173 f174 f175 f176 f177 f178 f179
    f180 f181 f182 f183 f184 f185 f186 f187 f188 f189
    f190 f191 f192 f193 f194 f195 f196 f197 f198 f199
}

#[test]
fn compiles_and_runs() {
    let mut wide = WideHub::new();
    let id = wide.alloc();
    assert_eq!((*wide.row(id).f0, wide.row(id).f199.as_str()), (0, ""));
    assert!(wide.remove(id).is_some());
}

#[test]
fn changes_of_each_field_travel() {
    let mut sent = SentHub::new();
    let id = sent.alloc();
    let mut copy = Mirror::<Sent>::new();
    for packet in 0..2 {
        let seen = copy.tick();
        sent.advance();
        let text = serde_json::to_string(&sent.delta(seen)).unwrap();
        copy.apply(&mut serde_json::Deserializer::from_str(&text))
            .unwrap();
        let row = copy.row(id);
        assert_eq!(
            (*row.f0, *row.f4, *row.f199),
            (packet, packet == 1, packet == 1)
        );
        *sent.row_mut(id).f0 = 1;
        (*sent.row_mut(id).f4, *sent.row_mut(id).f199) = (true, true);
    }
    assert!(copy.tick() > Tick::START);
}
