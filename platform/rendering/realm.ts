import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { type Context, constants, createContext, Script, SourceTextModule } from 'node:vm'
import type { Host } from './realm/host.ts'
import type { Bundle, Runtime } from './realm/runtime.ts'

/** `.js` in the SDK. */
const extension = extname(import.meta.filename)

export type Realm = {
  runtime: Runtime
  /** Compiles a bundle to a function of the realm. @throws SyntaxError */
  compile(code: string, file: string): Bundle
}

/**
 * Creates the realm in which all bundles run: another global object, with its own objects for all that the language
 * has. It gets no object of this realm. Texts are not compiled there: it has no `eval`.
 */
export async function createRealm(host: Host): Promise<Realm> {
  // Without the interceptors of a contextified object, which make each access to a global slow.
  const context: Context = createContext(constants.DONT_CONTEXTIFY as unknown as Context, {
    codeGeneration: { strings: false, wasm: false },
  })
  const { Runtime: RealmRuntime } = await importModule(
    join(import.meta.dirname, 'realm', `runtime${extension}`),
    context,
  )
  // By default Node calls functions of this realm for the stack of an error and for `import()`,
  // and their errors are objects of it.
  const { internalBinding } = createRequire(import.meta.url)('internal/test/binding')
  internalBinding('errors').setPrepareStackTraceCallback(RealmRuntime.describeError)
  internalBinding('module_wrap').setImportModuleDynamicallyCallback(RealmRuntime.rejectImport)
  return {
    runtime: new RealmRuntime(host),
    compile: (code, filename) =>
      new Script(`(function (module, exports, require) {\n${code}\n})`, { filename, lineOffset: -1 }).runInContext(
        context,
      ),
  }
}

/** Runs a module and those that it imports in the realm. */
async function importModule(file: string, context: Context): Promise<{ Runtime: typeof Runtime }> {
  const loaded = new Map<string, SourceTextModule>()
  function load(path: string): SourceTextModule {
    const text = readFileSync(path, 'utf8')
    const code = path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
    const module = loaded.get(path) ?? new SourceTextModule(code, { context, identifier: path })
    loaded.set(path, module)
    return module
  }
  const module = load(file)
  await module.link((name, { identifier }) => load(join(dirname(identifier), name)))
  await module.evaluate()
  return module.namespace as { Runtime: typeof Runtime }
}
