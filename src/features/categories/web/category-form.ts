import type { FieldErrors } from '../../../shared/errors.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { type Category, addCategory } from '../contract.ts'
import { type CategoryColour, type CategoryKind, type TaxTreatment, uncategorized } from '../rules.ts'

export interface CategoryFormValues {
  name: string
  colour: CategoryColour
  /** Empty for none. */
  parent: string
  taxTreatment: TaxTreatment
}

export function categoryFormValues(category: Category | null): CategoryFormValues {
  if (!category) return { name: '', colour: 'gray', parent: '', taxTreatment: 'full' }
  const { name, colour, parent, taxTreatment } = category
  return { name, colour, parent: parent ?? '', taxTreatment }
}

export function toCategoryBody({ name, parent, ...values }: CategoryFormValues) {
  return { ...values, name: name.trim(), parent: parent === '' ? null : parent }
}

export function checkCategoryForm(kind: CategoryKind, values: CategoryFormValues): FieldErrors {
  const { error } = addCategory.body.safeParse({ kind, ...toCategoryBody(values) })
  const messages: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message
  return messages
}

export const categoryFormResolver = (kind: CategoryKind) =>
  resolverOf<CategoryFormValues>((values) => checkCategoryForm(kind, values))

/** The product files transactions under it. */
export function keepsName(kind: CategoryKind, name: string): boolean {
  return kind === 'transaction' && name === uncategorized
}

/** What it can be a part of: one level, so no part, and for one that has parts nothing. What it is a part of stays possible. */
export function possibleParents(categories: readonly Category[], category: Category | null): string[] {
  const hasParts = category !== null && categories.some(({ parent }) => parent === category.name)
  if (hasParts) return []
  return categories
    .filter(({ name, parent, isArchived }) => {
      const isOffered = parent === null && !isArchived && name !== category?.name
      return isOffered || name === category?.parent
    })
    .map(({ name }) => name)
}
