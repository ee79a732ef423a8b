import { ApiError } from '@portal/shared/http/api-error'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Component, type ReactNode } from 'react'

type NotFoundProps = {
  /** The text that replaces a missing resource: «Вывод не найден». */
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Replaces a resource requested by an id that does not exist or is another user's, so that a retry cannot help. */
export class NotFound extends Component<NotFoundProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof ApiError && (error as ApiError).status === 404) {
      return <EmptyState icon="search" title={this.props.title} action={this.props.action} />
    }
    // Any other failure belongs to the boundary around, which offers a retry.
    throw error
  }
}
