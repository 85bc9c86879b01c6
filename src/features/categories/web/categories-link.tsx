import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { useMay } from '../../auth/web/session.ts'
import { includesFeature } from '../../billing/rules.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import type { CategoryKind } from '../rules.ts'

/** The way to the categories, for those who can change them. */
export function CategoriesLink({ kind }: { kind: CategoryKind }) {
  const { data } = useQuery(businessQuery)
  const may = useMay('settings.write')
  if (!data || !may || !includesFeature(data.plan, 'customCategories')) return null
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to="/expenses/categories" search={kind === 'expense' ? {} : { kind }}>
        <Tags aria-hidden className="max-sm:hidden" />
        Categories
      </Link>
    </Button>
  )
}
