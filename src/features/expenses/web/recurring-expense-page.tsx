import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function RecurringExpensePage() {
  return <UpcomingPage />
}
