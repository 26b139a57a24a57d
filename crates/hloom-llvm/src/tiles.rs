//! Operations of the matrix unit: intrinsics that name a register.

use crate::lower::Lower;
use crate::unit::Value;
use hloom_tile::loop_ir::*;

/// Bytes of what `ldtilecfg` reads.
const CONFIG_BYTES: usize = 64;

/// True if some statement gives tiles their shapes.
pub(crate) fn any_shape(b: &Block) -> bool {
    b.stmts.iter().any(|s| matches!(s, Stmt::Tile(TileOp::Shape(_))) || s.blocks().any(any_shape))
}

impl Lower<'_> {
    /// Memory of the frame for a configuration. In the entry block.
    pub(crate) fn tile_config(&mut self) {
        let bytes = CONFIG_BYTES as u32;
        self.tile_config = Some(self.unit.alloca(bytes, bytes));
    }

    pub(crate) fn tile(&mut self, op: &TileOp) -> Result<(), String> {
        if !self.machine.tiles {
            return Err("tiles on a target without them".into());
        }
        let number = |t: &u8| self.unit.int(Ty::scalar(Elem::I8), (*t).into());
        let (name, mut args): (_, Vec<Value>) = match op {
            TileOp::Shape(shapes) => {
                // Palette 1; bytes of a row from byte 16 on, rows from byte 48 on.
                let mut config = [0u8; CONFIG_BYTES];
                config[0] = 1;
                for (i, (rows, words)) in shapes.iter().enumerate() {
                    config[16 + 2 * i] = 4 * words;
                    config[48 + i] = *rows;
                }
                let config = self.unit.const_vector(&mut config.map(|b| number(&b)));
                let at = self.tile_config.expect("there is a shape in the function");
                self.unit.store(config, at, CONFIG_BYTES as u32);
                ("llvm.x86.ldtilecfg", vec![at])
            }
            TileOp::Zero(t) => ("llvm.x86.tilezero", vec![number(t)]),
            TileOp::Load { tile, ptr, step } => {
                ("llvm.x86.tileloadd64", vec![number(tile), self.get(*ptr), self.get(*step)])
            }
            TileOp::Store { tile, ptr, step } => {
                ("llvm.x86.tilestored64", vec![number(tile), self.get(*ptr), self.get(*step)])
            }
            TileOp::Dot { op, sum, a, b } => {
                let name = match op {
                    DotOp::BF16 => "llvm.x86.tdpbf16ps",
                    DotOp::S8S8 => "llvm.x86.tdpbssd",
                    DotOp::S8U8 => "llvm.x86.tdpbsud",
                    DotOp::U8S8 => "llvm.x86.tdpbusd",
                    DotOp::U8U8 => "llvm.x86.tdpbuud",
                    DotOp::S16 => return Err(format!("{op:?} of tiles")),
                };
                (name, [sum, a, b].map(number).to_vec())
            }
            TileOp::Release => ("llvm.x86.tilerelease", vec![]),
        };
        self.unit.intrinsic(name, &[], &mut args);
        Ok(())
    }
}
