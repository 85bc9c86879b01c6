import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function BankConnectionsPage() {
  return <UpcomingPage />
}
