import { Spinner } from '../ui/spinner.tsx'
import { Page } from './page.tsx'

/** Shown until the page knows whether the user is an admin. */
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
