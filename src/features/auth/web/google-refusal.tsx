import { Link, useHydrated, useSearch } from '@tanstack/react-router'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { googleRefusal, suspendedCode } from '../rules.ts'

/** Explains why signing in with Google failed. */
export function GoogleRefusal() {
  const { error } = useSearch({ strict: false })
  // The pre-rendered page has no query string.
  if (!useHydrated() || error === undefined) return null
  return (
    <Notice tone="error">
      {googleRefusal(error)}{' '}
      {error === suspendedCode && (
        <Link to="/contact" className={`${textLink} touch:py-3.5`}>
          Contact
        </Link>
      )}
    </Notice>
  )
}
