//! Operators of the domain `com.microsoft`, as ONNX Runtime writes them into optimised models.

use crate::import::onnx::ops::{
    ANY, Operator, attention, constant, conv, count, elementwise as each, fused, llm, matrix, pool, scatter,
    view, vision,
};

/// In the order of the families in docs/onnx.md.
pub(super) const TABLE: &[Operator] = &[
    // Attention and what belongs to it.
    op!("com.microsoft.Attention", 2, 7, llm::attention, llm::attention_operations),
    op!("com.microsoft.DecoderMaskedMultiHeadAttention", 1, 11, llm::masked, llm::masked_operations),
    op!("com.microsoft.GroupQueryAttention", 7, ANY, llm::group, llm::group_operations),
    op!("com.microsoft.MultiHeadAttention", 1, 10, llm::multi, llm::multi_operations),
    op!("com.microsoft.PackedMultiHeadAttention", 6, 7, llm::packed, llm::packed_operations),
    op!("com.microsoft.QAttention", 5, 9, llm::quantised, llm::quantised_operations),
    op!("com.microsoft.MoE", 5, 8, each::unary, llm::experts_operations),
    op!("com.microsoft.QMoE", 6, ANY, each::unary, llm::experts_operations),
    op!("com.microsoft.RotaryEmbedding", 4, 4, attention::rotary, count::three),
    // Normalisations and activations.
    op!("com.microsoft.BiasAdd", 3, 3, each::unary, count::two).fusible(),
    op!("com.microsoft.BiasDropout", 2, 5, view::dropout, count::two).fusible(),
    op!("com.microsoft.BiasGelu", 2, 2, each::unary, count::two).fusible(),
    op!("com.microsoft.BiasSoftmax", 2, 2, each::unary, count::six),
    op!("com.microsoft.BiasSplitGelu", 2, 2, fused::halved, count::three),
    op!("com.microsoft.EmbedLayerNormalization", 7, 9, fused::embed, fused::embed_operations),
    op!("com.microsoft.FastGelu", 1, 2, each::unary, count::two).fusible(),
    op!("com.microsoft.Gelu", 1, 1, each::unary, count::one).fusible(),
    op!("com.microsoft.GroupNorm", 3, 3, each::unary, count::standardised),
    op!("com.microsoft.QuickGelu", 1, 1, each::unary, count::two).fusible(),
    op!("com.microsoft.SkipGroupNorm", 4, 5, fused::skip_group, count::eight),
    op!("com.microsoft.SkipLayerNormalization", 3, 5, fused::skip, fused::skip_operations),
    op!("com.microsoft.SkipSimplifiedLayerNormalization", 3, 4, fused::skip, fused::skip_simple_operations),
    // Products and convolutions.
    op!("com.microsoft.DynamicQuantizeMatMul", 3, 5, fused::float_product, fused::float_operations),
    op!("com.microsoft.FusedConv", 2, 4, conv::shape, fused::conv_operations),
    op!("com.microsoft.FusedGemm", 2, 3, matrix::gemm, fused::gemm_operations),
    op!("com.microsoft.FusedMatMul", 2, 2, fused::product_shape, fused::product_operations),
    op!("com.microsoft.FusedMatMulActivation", 2, 2, fused::product_shape, fused::activated_product),
    op!("com.microsoft.GatherBlockQuantized", 3, 4, fused::gather_quantised, count::two).picks(),
    op!("com.microsoft.GemmFastGelu", 2, 3, matrix::product, fused::float_operations),
    op!("com.microsoft.Inverse", 1, 1, vision::inverse, vision::elimination),
    op!("com.microsoft.MatMulBnb4", 3, 3, fused::packed_product, fused::packed_operations),
    op!("com.microsoft.MatMulIntegerToFloat", 4, 7, fused::float_product, fused::float_operations),
    op!("com.microsoft.MatMulNBits", 3, 6, fused::packed_product, fused::packed_operations),
    op!("com.microsoft.NhwcConv", 2, 3, conv::channels_last_shape, conv::operations),
    op!("com.microsoft.NhwcFusedConv", 2, 4, conv::channels_last_shape, fused::conv_operations),
    op!("com.microsoft.TransposeMatMul", 2, 2, fused::product_shape, fused::product_operations),
    // Quantised.
    op!("com.microsoft.DequantizeLinear", 2, 3, constant::dequantise, count::two).fusible(),
    op!("com.microsoft.QGemm", 6, 9, fused::quantised_gemm, fused::quantised_gemm_operations),
    op!("com.microsoft.QLinearAdd", 7, 8, fused::quantised_pair, count::four),
    op!("com.microsoft.QLinearAveragePool", 4, 5, pool::any_layout, pool::operations),
    op!("com.microsoft.QLinearConcat", 5, ANY, fused::quantised_concat, count::two),
    op!("com.microsoft.QLinearConv", 8, 9, conv::quantised_any_layout, conv::quantised_operations),
    op!("com.microsoft.QLinearGlobalAveragePool", 5, 5, fused::quantised_global, count::one_in),
    op!("com.microsoft.QLinearLeakyRelu", 4, 5, each::unary, count::three).fusible(),
    op!("com.microsoft.QLinearMul", 7, 8, fused::quantised_pair, count::four),
    op!("com.microsoft.QLinearSigmoid", 4, 5, each::unary, count::three).fusible(),
    op!("com.microsoft.QLinearSoftmax", 5, 5, each::unary, count::softmax),
    op!("com.microsoft.QuantizeLinear", 2, 3, constant::quantise, count::two).fusible(),
    // As the operators of the standard.
    op!("com.microsoft.GatherND", 2, 2, scatter::gather_slices, count::nothing).picks(),
    op!("com.microsoft.GridSample", 2, 2, vision::grid_sample, vision::grid_operations),
    op!("com.microsoft.Trilu", 1, 2, scatter::triangle, count::nothing),
];
