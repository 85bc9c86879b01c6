import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function RecurringExpensesPage() {
  return <UpcomingPage />
}
