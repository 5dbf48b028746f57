"""attorch: layers of neural networks."""

from public_library import Library

NAMES = (
    "act_layers batch_norm_layer conv_layer cross_entropy_loss_layer dropout_layer glu_layer layer_norm_layer"
    " linear_layer multi_head_attention_layer nll_loss_layer p_loss_layers pooling_layer rms_norm_layer"
    " softmax_layers"
)

LIBRARY = Library(
    repository="BobMcDear/attorch",
    tests=tuple(f"tests/test_{name}.py" for name in NAMES.split()),
    path=(".",),
)
