import { Spinner } from '../ui/spinner.tsx'
import { Page } from './page.tsx'

export function CheckingPermissions() {
  return (
    <Page>
      <output className="flex items-center justify-center gap-3 py-16 text-muted">
        <Spinner />
        Checking permissions...
      </output>
    </Page>
  )
}
