import type { SmsProviderSettings } from '../../settings/sms-settings.ts'
import { gatewayProvider } from './providers/gateway.ts'
import type { SmsProvider } from './providers/provider.ts'
import { smscProvider } from './providers/smsc.ts'
import { smsruProvider } from './providers/smsru.ts'

export function configuredProviders(settings: readonly SmsProviderSettings[]): SmsProvider[] {
  return settings.map(createAdapter)
}

function createAdapter(settings: SmsProviderSettings): SmsProvider {
  switch (settings.name) {
    case 'gateway':
      return gatewayProvider(settings)
    case 'smsc':
      return smscProvider(settings)
    case 'smsru':
      return smsruProvider(settings)
  }
}
