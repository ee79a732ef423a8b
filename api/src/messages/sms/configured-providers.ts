import type { SmsProviderSettings } from '../../settings/sms-settings.ts'
import { createGatewayProvider } from './providers/gateway.ts'
import type { SmsProvider } from './providers/provider.ts'
import { createSmscProvider } from './providers/smsc.ts'
import { createSmsruProvider } from './providers/smsru.ts'

export function createSmsProviders(settings: readonly SmsProviderSettings[]): SmsProvider[] {
  return settings.map(createAdapter)
}

function createAdapter(settings: SmsProviderSettings): SmsProvider {
  switch (settings.name) {
    case 'gateway':
      return createGatewayProvider(settings)
    case 'smsc':
      return createSmscProvider(settings)
    case 'smsru':
      return createSmsruProvider(settings)
  }
}
