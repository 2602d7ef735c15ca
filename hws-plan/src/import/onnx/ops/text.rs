//! Texts, and models of tables (`ai.onnx.ml`).

use super::call::{Call, rank_within};
use super::count::Operations;
use super::elementwise::broadcast;
use super::layout::dims;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// StringNormalizer: without stop words as many texts as before; with them at most as many, but one at least.
pub(super) fn normalise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    rank_within("the input", input, 1, 2)?;
    let keeps_all = call.attributes.strings("stopwords")?.unwrap_or(0) == 0;
    let shape = input.shape.clone();
    Ok(vec![if keeps_all { Fact::new(input.dtype, shape) } else { Fact::bound(input.dtype, shape) }])
}

/// StringConcat: pairs, broadcast.
pub(super) fn concat(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    Ok(vec![Fact::new(a.dtype, broadcast(&a.shape, &b.shape)?)])
}

/// StringSplit: the parts of each text, at most as many as given, and their number.
pub(super) fn split(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let most = call.count_or_none("maxsplit", 0)?.ok_or(OnnxError::DataDependent { index: 0 })?;
    let parts = [&input.shape[..], &[most.saturating_add(1)]].concat();
    Ok(vec![Fact::bound(DType::STRING, parts), Fact::new(DType::INT64, input.shape.clone())])
}

/// TfIdfVectorizer: a count for each known sequence of words.
pub(super) fn vectorise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    rank_within("the input", input, 1, 2)?;
    let name = "ngram_indexes";
    let places = call.attributes.ints(name)?.ok_or(OnnxError::NoAttribute { name })?;
    let last = dims(&[places.iter().copied().max().unwrap_or(0)])?[0];
    let shape = [&input.shape[..input.rank() - 1], &[last.saturating_add(1)]].concat();
    Ok(vec![Fact::new(DType::FLOAT, shape)])
}

/// Scaler, Normalizer: floats of the input's shape.
pub(super) fn floats(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: DType::FLOAT, ..call.like_first()? }])
}

/// LabelEncoder: as the input, with the type of the values that are given.
pub(super) fn encode(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let has = |name| call.attributes.has(name);
    let dtype = if let Some(values) = call.attributes.tensor("values_tensor")? {
        DType::new(values.data_type).unwrap_or(input.dtype)
    } else if has("values_floats") {
        DType::FLOAT
    } else if has("values_int64s") || has("classes_strings") && input.dtype == DType::STRING {
        DType::INT64
    } else {
        DType::STRING
    };
    Ok(vec![Fact::new(dtype, input.shape.clone())])
}

/// CategoryMapper: texts to integers or back.
pub(super) fn map_categories(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let dtype = if input.dtype == DType::STRING { DType::INT64 } else { DType::STRING };
    Ok(vec![Fact::new(dtype, input.shape.clone())])
}

/// ArrayFeatureExtractor: some entries of the last dimension.
pub(super) fn extract(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, places) = (call.input(0)?, call.input(1)?);
    rank_within("the input", input, 1, usize::MAX)?;
    let count = places.elements()?;
    // A list becomes a row.
    let shape = match &input.shape[..input.rank() - 1] {
        [] => vec![1, count],
        rows => [rows, &[count]].concat(),
    };
    Ok(vec![Fact::new(input.dtype, shape)])
}

/// OneHotEncoder: a new last dimension, one for each category.
pub(super) fn one_hot(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let count = match call.attributes.ints("cats_int64s")? {
        Some(list) => list.len() as u64,
        None => {
            call.attributes.strings("cats_strings")?.ok_or(OnnxError::NoAttribute { name: "cats_int64s" })?
        }
    };
    Ok(vec![Fact::new(DType::FLOAT, [&input.shape[..], &[count]].concat())])
}

/// Rows and features of a table; a list is one row.
fn table(call: &Call<'_>) -> Result<(u64, u64), OnnxError> {
    match call.input(0)?.shape.as_slice() {
        [features] => Ok((1, *features)),
        [rows, features] => Ok((*rows, *features)),
        _ => Err(OnnxError::value("the input", call.input(0)?, "1 to 2 dimensions")),
    }
}

/// LinearRegressor, TreeEnsembleRegressor: some results for each row.
pub(super) fn regress(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let targets = match call.count_or_none("targets", 1)? {
        Some(count) => count,
        None => call.count_or_none("n_targets", 1)?.unwrap_or(1),
    };
    Ok(vec![Fact::new(DType::FLOAT, vec![table(call)?.0, targets])])
}

/// TreeEnsemble: the same, with the type of the input.
pub(super) fn trees(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let made = regress(call)?.swap_remove(0);
    Ok(vec![Fact { dtype: call.input(0)?.dtype, ..made }])
}

/// LinearClassifier, TreeEnsembleClassifier: a class and scores for each row.
pub(super) fn classify(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let numbers = ["classlabels_ints", "classlabels_int64s"].into_iter();
    let numbers = numbers.map(|name| call.attributes.ints(name)).collect::<Result<Vec<_>, _>>()?;
    let numbers = numbers.into_iter().flatten().find(|list| !list.is_empty());
    let (dtype, classes) = match numbers {
        Some(list) => (DType::INT64, list.len() as u64),
        None => {
            let name = "classlabels_strings";
            (DType::STRING, call.attributes.strings(name)?.ok_or(OnnxError::NoAttribute { name })?)
        }
    };
    let rows = table(call)?.0;
    Ok(vec![Fact::new(dtype, vec![rows]), Fact::new(DType::FLOAT, vec![rows, classes])])
}

/// A multiply-add for each result of a row and each feature.
pub(super) fn linear_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let scores = outputs.last().map_or(Ok(0), Fact::elements)?;
    Operations::macs(&[scores, table(call)?.1])
}

/// A comparison for each row, tree and level; a tree is taken to be as deep as it is when balanced.
pub(super) fn tree_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let trees = call.attributes.ints("nodes_treeids")?.unwrap_or_default();
    let mut different = trees.to_vec();
    different.sort_unstable();
    different.dedup();
    let count = different.len().max(1) as u64;
    let depth = super::scatter::levels(trees.len() as u64 / count);
    let rows = table(call)?.0;
    Ok(Operations { macs: 0, others: crate::import::onnx::fact::product(&[rows, count, depth])? })
}
