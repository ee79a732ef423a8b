import { ApiError } from '@portal/shared/http/api-error'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Component, type ReactNode } from 'react'

/** A link to a payout that does not exist, or is somebody else's: asking again would not help. */
export class PayoutMissing extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof ApiError && (error as ApiError).status === 404) {
      return <EmptyState icon="search" title="Выплата не найдена" />
    }
    // Any other failure belongs to the boundary around, which offers to ask again.
    throw error
  }
}
