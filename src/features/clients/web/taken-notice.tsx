import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../web/api-client.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { findClientByEmail } from '../contract.ts'

/** Names the client that has the address already. */
export function TakenNotice({ email, title }: { email: string; title: string }) {
  const found = useQuery({
    queryKey: ['clients', 'by-email', email],
    queryFn: () => call(findClientByEmail, { query: { email } }),
  })
  const other = found.data?.client
  return (
    <Notice tone="error" title={title}>
      {other && (
        <Link to="/clients/$id" params={{ id: other.id }} className={textLink}>
          Open <span className="own-words wrap-anywhere">{other.companyName}</span>
        </Link>
      )}
    </Notice>
  )
}
