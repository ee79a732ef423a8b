import { ApiError } from '@portal/shared/http/api-error'
import { QueryClient } from '@tanstack/react-query'

const retries = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Hints of the event stream say what has changed; this is for what they miss.
      staleTime: 30_000,
      // Asking again helps when no answer came or the server was away, not when it refused or there is no network.
      retry: (failures, error) =>
        failures < retries && navigator.onLine && (!(error instanceof ApiError) || error.isLost || error.status >= 500),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
