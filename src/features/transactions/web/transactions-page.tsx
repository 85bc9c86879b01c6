import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function TransactionsPage() {
  return <UpcomingPage />
}
