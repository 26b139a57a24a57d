//! Fields of the op table that their type alone does not tell how to read.
//!
//! A row says `field: Type = "name"` where [`AttrValue`] of the type knows the attribute, and `field: Type as Codec =
//! "name"` where one of these does: other widths, absence that means a value.

use crate::attrs::AttrValue;
use hloom_mlir::{Attr, Type as SynType};
use hloom_num::DType;
use std::marker::PhantomData;

/// How a field of type `T` is read from and written to the syntax tree.
pub trait Codec<T> {
    /// Reads; `None` means the attribute is absent.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    fn read(attr: Option<&Attr>) -> Result<T, String>;
    /// Writes; `None` leaves it out.
    fn write(value: &T) -> Option<Attr>;
}

impl<T: AttrValue> Codec<T> for T {
    fn read(attr: Option<&Attr>) -> Result<T, String> {
        T::from_attr(attr)
    }
    fn write(value: &T) -> Option<Attr> {
        value.to_attr()
    }
}

/// An integer of type `i32`.
#[derive(Debug)]
pub struct I32;

impl Codec<i64> for I32 {
    fn read(attr: Option<&Attr>) -> Result<i64, String> {
        match attr {
            None => Err("is required".into()),
            Some(Attr::Int(v, SynType::Scalar(DType::I32))) => {
                i64::try_from(*v).map_err(|_| "is out of range".to_string())
            }
            Some(_) => Err("must be an integer of type i32".into()),
        }
    }
    fn write(value: &i64) -> Option<Attr> {
        Some(Attr::Int(i128::from(*value), SynType::Scalar(DType::I32)))
    }
}

/// Another codec, with the type's default if the attribute is absent.
#[derive(Debug)]
pub struct OrDefault<C>(PhantomData<C>);

impl<T: Default, C: Codec<T>> Codec<T> for OrDefault<C> {
    fn read(attr: Option<&Attr>) -> Result<T, String> {
        attr.map_or_else(|| Ok(T::default()), |a| C::read(Some(a)))
    }
    fn write(value: &T) -> Option<Attr> {
        C::write(value)
    }
}

/// An attribute of the dialect `chlo`, or a list of such.
#[derive(Debug)]
pub struct InChlo;

impl<T: AttrValue> Codec<T> for InChlo {
    fn read(attr: Option<&Attr>) -> Result<T, String> {
        T::from_attr(attr)
    }
    fn write(value: &T) -> Option<Attr> {
        fn chlo(a: Attr) -> Attr {
            match a {
                Attr::Dialect(_, mnemonic, body) => Attr::Dialect("chlo".into(), mnemonic, body),
                Attr::Array(items) => Attr::Array(items.iter().cloned().map(chlo).collect()),
                other => other,
            }
        }
        value.to_attr().map(chlo)
    }
}

/// A boolean that must be there.
#[derive(Debug)]
pub struct Stated;

impl Codec<bool> for Stated {
    fn read(attr: Option<&Attr>) -> Result<bool, String> {
        if attr.is_none() { Err("is required".into()) } else { bool::from_attr(attr) }
    }
    fn write(value: &bool) -> Option<Attr> {
        value.to_attr()
    }
}
