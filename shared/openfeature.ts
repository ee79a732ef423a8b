import type { RemoteManifest } from '@portal/shared/manifest'
import { readFlag } from '@portal/shared/session/flags'
import { useSession } from '@portal/shared/session/store'

/** An `OpenFeatureEventEmitter` of `@openfeature/web-sdk`. */
type Emitter = { emit(event: string): void }

/**
 * A provider for `@openfeature/web-sdk`, which a remote installs itself. It reads what `useFlag` reads:
 * `OpenFeature.setProvider('mfe-schedule', createFlagProvider(manifest, new OpenFeatureEventEmitter()))`. Flags are
 * booleans of the current restaurant, whatever the evaluation context says. The emitter reports another restaurant.
 */
export function createFlagProvider<E extends Emitter>(manifest: Pick<RemoteManifest, 'name' | 'flags'>, events: E) {
  const restaurantId = ({ currentEmployee } = useSession.getState()) => currentEmployee?.restaurant.id
  let unsubscribe = () => {}
  return {
    metadata: { name: manifest.name },
    runsOn: 'client',
    events,
    async initialize() {
      unsubscribe = useSession.subscribe((state, previous) => {
        if (restaurantId(state) !== restaurantId(previous)) events.emit('PROVIDER_CONFIGURATION_CHANGED')
      })
    },
    onClose: async () => unsubscribe(),
    resolveBooleanEvaluation(flag: string) {
      if (!Object.hasOwn(manifest.flags ?? {}, flag)) throw failure('FLAG_NOT_FOUND', `${manifest.name} has no ${flag}`)
      return { value: readFlag(manifest, flag, restaurantId()) }
    },
    resolveStringEvaluation: rejectType,
    resolveNumberEvaluation: rejectType,
    resolveObjectEvaluation: rejectType,
  } as const
}

function rejectType(flag: string): never {
  throw failure('TYPE_MISMATCH', `${flag} is a boolean`)
}

/** The SDK returns the caller's default with this code. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
