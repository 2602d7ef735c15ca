//! Convolutions, products, pools, normalisations, recurrent layers, attention, images and signals.

use crate::import::onnx::ops::{
    ANY, Operator, attention, conv, count, einsum, elementwise as each, matrix, normalise, pool, recurrent,
    resize, scatter, signal, vision,
};

/// In the order of the families in docs/onnx.md.
pub(super) const TABLE: &[Operator] = &[
    // Convolutions and products.
    op!("Conv", 2, 3, conv::shape, conv::operations),
    op!("ConvInteger", 2, 4, conv::integer_shape, conv::integer_operations),
    op!("ConvTranspose", 2, 3, conv::transposed_shape, conv::transposed_operations),
    op!("QLinearConv", 8, 9, conv::quantised_shape, conv::quantised_operations),
    op!("Gemm", 2, 3, matrix::gemm, matrix::gemm_operations),
    op!("MatMul", 2, 2, matrix::product, matrix::product_operations),
    op!("MatMulInteger", 2, 4, matrix::integer_product, matrix::product_operations),
    op!("QLinearMatMul", 8, 8, matrix::quantised_product, matrix::quantised_operations),
    // Pools.
    op!("AveragePool", 1, 1, pool::shape, pool::operations),
    op!("MaxPool", 1, 1, pool::shape, pool::operations),
    op!("LpPool", 1, 1, pool::shape, pool::operations),
    op!("GlobalAveragePool", 1, 1, pool::global_shape, count::one_in),
    op!("GlobalMaxPool", 1, 1, pool::global_shape, count::one_in),
    op!("GlobalLpPool", 1, 1, pool::global_shape, count::two_in),
    // Normalisations.
    op!("BatchNormalization", 5, 5, normalise::batch, count::two).fusible(),
    op!("InstanceNormalization", 3, 3, each::unary, count::standardised),
    op!("GroupNormalization", 3, 3, each::unary, count::standardised),
    op!("LayerNormalization", 2, 3, normalise::layer, count::standardised),
    op!("LRN", 1, 1, normalise::along_axis, normalise::response_operations),
    op!("LpNormalization", 1, 1, normalise::along_axis, count::softmax),
    op!("Softmax", 1, 1, normalise::along_axis, count::softmax),
    op!("LogSoftmax", 1, 1, normalise::along_axis, count::softmax),
    op!("Hardmax", 1, 1, normalise::along_axis, count::two),
    op!("RMSNormalization", 2, 2, normalise::mean_square, count::five),
    op!("SimplifiedLayerNormalization", 2, 2, normalise::mean_square, count::five),
    op!("MeanVarianceNormalization", 1, 1, each::unary, count::standardised),
    // Sums of products, recurrent layers, attention.
    op!("Einsum", 1, ANY, einsum::shape, einsum::operations),
    op!("RNN", 3, 6, recurrent::rnn, recurrent::rnn_operations),
    op!("GRU", 3, 6, recurrent::gru, recurrent::gru_operations),
    op!("LSTM", 3, 8, recurrent::lstm, recurrent::lstm_operations),
    op!("Attention", 3, 7, attention::standard, attention::standard_operations),
    op!("ai.onnx.preview.FlexAttention", 3, ANY, attention::standard, attention::standard_operations),
    op!("LinearAttention", 3, 6, attention::linear, attention::linear_operations),
    op!("CausalConvWithState", 2, 4, attention::causal, attention::causal_operations),
    op!("RotaryEmbedding", 3, 4, attention::rotary, count::three),
    op!("DeformConv", 3, 5, conv::deformed_shape, conv::deformed_operations),
    // Images and signals.
    op!("Resize", 1, 4, resize::resize, resize::operations),
    op!("Upsample", 1, 2, resize::upsample, resize::operations),
    op!("GridSample", 2, 2, vision::grid_sample, vision::grid_operations),
    op!("AffineGrid", 2, 2, vision::affine_grid, vision::affine_operations),
    op!("RoiAlign", 3, 3, vision::roi_align, vision::roi_operations),
    op!("MaxRoiPool", 2, 2, vision::roi_pool, count::one_in),
    op!("MaxUnpool", 2, 3, vision::unpool, count::nothing),
    op!("Col2Im", 3, 3, vision::from_columns, count::one_in),
    op!("CenterCropPad", 2, 2, vision::center, count::nothing),
    op!("Det", 1, 1, vision::determinant, vision::elimination),
    op!("NonMaxSuppression", 2, 5, scatter::boxes, scatter::box_operations),
    op!("DFT", 1, 3, signal::dft, signal::dft_operations),
    op!("STFT", 2, 4, signal::stft, signal::stft_operations),
    op!("MelWeightMatrix", 5, 5, signal::mel, count::two),
    op!("HannWindow", 1, 1, signal::window, count::two),
    op!("HammingWindow", 1, 1, signal::window, count::two),
    op!("BlackmanWindow", 1, 1, signal::window, count::two),
];
