import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function ExpenseListPage() {
  return <UpcomingPage />
}
