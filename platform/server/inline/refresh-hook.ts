// In development each bundle brings its own React Refresh, but only the shell starts React. This shared hook stores
// every renderer, so that the refresh code of a remote, which loads later, finds the renderer that it must update.
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
