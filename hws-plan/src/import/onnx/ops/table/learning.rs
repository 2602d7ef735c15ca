//! Training, texts, and the models of `ai.onnx.ml`.

use crate::import::onnx::ops::{ANY, Operator, count, elementwise as each, text, train};

/// In the order of the families in docs/onnx.md.
pub(super) const TABLE: &[Operator] = &[
    // Losses and optimisers.
    op!("NegativeLogLikelihoodLoss", 2, 3, train::loss, count::one_in),
    op!("SoftmaxCrossEntropyLoss", 2, 3, train::loss, count::five_in),
    op!("ai.onnx.preview.training.Adagrad", 3, ANY, train::one_state, count::eight_each),
    op!("ai.onnx.preview.training.Adam", 3, ANY, train::two_states, count::eight_each),
    op!("ai.onnx.preview.training.Momentum", 3, ANY, train::one_state, count::eight_each),
    // Texts.
    op!("RegexFullMatch", 1, 1, each::test, count::one),
    op!("StringConcat", 2, 2, text::concat, count::one),
    op!("StringNormalizer", 1, 1, text::normalise, count::one_in),
    op!("StringSplit", 1, 1, text::split, count::one_in),
    op!("TfIdfVectorizer", 1, 1, text::vectorise, count::one_in),
    // Tables.
    op!("ai.onnx.ml.ArrayFeatureExtractor", 2, 2, text::extract, count::nothing),
    op!("ai.onnx.ml.Binarizer", 1, 1, each::unary, count::one).fusible(),
    op!("ai.onnx.ml.CategoryMapper", 1, 1, text::map_categories, count::one),
    op!("ai.onnx.ml.Imputer", 1, 1, each::unary, count::one).fusible(),
    op!("ai.onnx.ml.LabelEncoder", 1, 1, text::encode, count::one),
    op!("ai.onnx.ml.LinearClassifier", 1, 1, text::classify, text::linear_operations),
    op!("ai.onnx.ml.LinearRegressor", 1, 1, text::regress, text::linear_operations),
    op!("ai.onnx.ml.Normalizer", 1, 1, text::floats, count::three),
    op!("ai.onnx.ml.OneHotEncoder", 1, 1, text::one_hot, count::one),
    op!("ai.onnx.ml.Scaler", 1, 1, text::floats, count::two).fusible(),
    op!("ai.onnx.ml.TreeEnsemble", 1, 1, text::trees, text::tree_operations),
    op!("ai.onnx.ml.TreeEnsembleClassifier", 1, 1, text::classify, text::tree_operations),
    op!("ai.onnx.ml.TreeEnsembleRegressor", 1, 1, text::regress, text::tree_operations),
];
