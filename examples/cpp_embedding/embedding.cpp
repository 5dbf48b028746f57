// Another compiler, in C++, which goes on from the shared form with the MLIR that it is linked with.
//
//   embedding FILE [PIPELINE]
//
// reads what triton-shared printed for MLIR 19 (- is standard input), runs a pass of its own and PIPELINE, of upstream's
// passes and its own, and prints the module.

#include "mlir-c/RegisterEverything.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace {

// Numbers the block copies of each function: what a machine with DMA would queue.
//
//   memref.copy %view, %buffer   ->   memref.copy %view, %buffer {embedding.transfer = 0 : i64}
struct NumberTransfers : mlir::PassWrapper<NumberTransfers, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NumberTransfers)

  llvm::StringRef getArgument() const final { return "number-transfers"; }
  llvm::StringRef getDescription() const final { return "Numbers the block copies of each function"; }

  void runOnOperation() final {
    mlir::Builder builder(&getContext());
    for (mlir::Operation &function : *getOperation().getBody()) {
      int64_t transfers = 0;
      function.walk([&](mlir::Operation *op) {
        if (op->getName().getStringRef() == "memref.copy")
          op->setAttr("embedding.transfer", builder.getI64IntegerAttr(transfers++));
      });
      function.setAttr("embedding.transfers", builder.getI64IntegerAttr(transfers));
    }
  }
};

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    llvm::errs() << "usage: embedding FILE [PIPELINE]\n";
    return 2;
  }
  mlirRegisterAllPasses();
  mlir::PassRegistration<NumberTransfers>();
  mlir::DialectRegistry registry;
  mlirRegisterAllDialects(wrap(&registry));
  mlir::MLIRContext context(registry);

  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);  // which says what is wrong
  if (!module)
    return 1;
  mlir::PassManager passes(&context);
  llvm::StringRef pipeline = argc > 2 ? argv[2] : "number-transfers,canonicalize,cse";
  if (mlir::failed(mlir::parsePassPipeline(pipeline, passes)) || mlir::failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
