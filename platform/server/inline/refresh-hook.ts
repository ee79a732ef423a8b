// In development each bundle brings its own React Refresh, and React itself starts with the shell's. The hook that they share stores every
// renderer, so that the refresh of a remote, which loads later, finds the one that it has to update.
const renderers = new Map<number, unknown>()

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    renderers,
    supportsFiber: true,
    inject(renderer: unknown) {
      renderers.set(renderers.size + 1, renderer)
      return renderers.size
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  },
})
