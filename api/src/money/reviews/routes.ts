import { listReviewMonths, listReviews } from '@portal/contracts/review'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { listUserReviews, readReviewMonths } from './service.ts'

export function reviewRoutes(app: App, { db }: AppDependencies): void {
  route(app, listReviews, ({ user, query }) => listUserReviews(db, user.id, query))
  route(app, listReviewMonths, ({ user, query }) => readReviewMonths(db, user.id, query.restId))
}
