import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function EditExpensePage() {
  return <UpcomingPage />
}
