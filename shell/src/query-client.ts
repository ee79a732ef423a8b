import { mayAskAgain, pauseBefore } from '@portal/shared/http/again'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Hints of the event stream say what has changed; this is for what they miss.
      staleTime: 30_000,
      retry: (failures, error) => navigator.onLine && mayAskAgain(failures, error),
      retryDelay: pauseBefore,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
