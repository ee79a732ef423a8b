import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import UnlockPage from '../unlock/unlock-page.tsx'

export default function Unlock() {
  return (
    <QueryClientProvider client={queryClient}>
      <UnlockPage />
    </QueryClientProvider>
  )
}
