import { isOnline } from '@portal/shared/http/online'
import { mayRetry, retryDelayMs } from '@portal/shared/http/retry'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream reports changes. This is for changes that it misses.
      staleTime: 30_000,
      retry: (failures, error) => isOnline() && mayRetry(failures, error),
      retryDelay: retryDelayMs,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
