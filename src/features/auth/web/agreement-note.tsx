import { Link } from '@tanstack/react-router'
import { textLink } from '../../../web/ui/text-link.ts'

/** Below the button that makes an account. */
export function AgreementNote() {
  return (
    <p className="text-center text-sm text-muted">
      By creating an account you agree to the{' '}
      <Link to="/terms" target="_blank" rel="noopener" className={textLink}>
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank" rel="noopener" className={textLink}>
        Privacy Policy
      </Link>
      .
    </p>
  )
}
