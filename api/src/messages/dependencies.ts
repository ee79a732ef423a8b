import type { AppDependencies } from '../http/app-dependencies.ts'
import type { LiveHub } from './live/hub.ts'
import type { Sms } from './sms/sms.ts'

export type MessageDependencies = AppDependencies & {
  sms: Sms
  /** The event streams of pages. */
  hub: LiveHub
  /** In a test: how many event streams may be open at the same time. */
  maxStreams?: number
}
