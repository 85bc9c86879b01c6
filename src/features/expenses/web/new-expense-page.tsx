import { UpcomingPage } from '../../../web/layout/upcoming-page.tsx'

export function NewExpensePage() {
  return <UpcomingPage />
}
