import type { Category } from '../contract.ts'
import type { CategoryColour } from '../rules.ts'

/** A category as a select offers it: "Travel › Flights" for a part. */
export interface CategoryOption {
  name: string
  label: string
}

export interface CategoryBranch {
  category: Category
  parts: Category[]
}

/** Categories that the business has not changed, in this order. */
export function standardCategories(names: readonly string[]): Category[] {
  const plain = { id: null, colour: 'gray', parent: null, taxTreatment: 'full', isArchived: false } as const
  return names.map((name) => ({ ...plain, name }))
}

/** Each category with its parts. A part whose category is not among them stands alone. */
export function branchesOf(categories: readonly Category[]): CategoryBranch[] {
  const names = new Set(categories.map(({ name }) => name))
  return categories
    .filter(({ parent }) => parent === null || !names.has(parent))
    .map((category) => ({
      category,
      parts: categories.filter(({ parent }) => parent === category.name),
    }))
}

const labelOf = ({ name, parent }: Category) => (parent === null ? name : `${parent} › ${name}`)

function optionsOf(categories: readonly Category[], isArchived: boolean): CategoryOption[] {
  return branchesOf(categories.filter((category) => category.isArchived === isArchived))
    .flatMap(({ category, parts }) => [category, ...parts])
    .map((category) => ({ name: category.name, label: labelOf(category) }))
}

/** What is chosen is an option, even if it is archived or unknown. */
export function withChosen(options: readonly CategoryOption[], chosen: string): readonly CategoryOption[] {
  const isMissing = chosen !== '' && options.every(({ name }) => name !== chosen)
  return isMissing ? [...options, { name: chosen, label: chosen }] : options
}

/** What can be chosen, and what is chosen already. */
export function categoryOptions(categories: readonly Category[], chosen = ''): readonly CategoryOption[] {
  return withChosen(optionsOf(categories, false), chosen)
}

/** What can be searched for: rows keep a category that is archived. */
export function filterOptions(categories: readonly Category[], chosen = ''): readonly CategoryOption[] {
  const archived = optionsOf(categories, true).map(({ name, label }) => ({
    name,
    label: `${label} (archived)`,
  }))
  return withChosen([...optionsOf(categories, false), ...archived], chosen)
}

export function isOffered(categories: readonly Category[], wanted: string): boolean {
  return categories.some(({ name, isArchived }) => name === wanted && !isArchived)
}

/** The wanted category, or the first one where it is not offered any more. */
export function offeredOr(categories: readonly Category[], wanted: string): string {
  if (isOffered(categories, wanted)) return wanted
  return optionsOf(categories, false)[0]?.name ?? wanted
}

export type CategoryColours = Partial<Record<string, CategoryColour>>

/** The color of each category that has one other than gray. */
export function coloursOf({ categories }: { categories: readonly Category[] }): CategoryColours {
  const coloured = categories.filter(({ colour }) => colour !== 'gray')
  return Object.fromEntries(coloured.map(({ name, colour }) => [name, colour]))
}

/** What is offered, with this one a step before or after those beside it; null at the end. Only the order on one level counts. */
export function movedNames(categories: readonly Category[], name: string, step: -1 | 1): string[] | null {
  const offered = categories.filter(({ isArchived }) => !isArchived)
  const branches = branchesOf(offered)
  const levels = [branches.map(({ category }) => category), ...branches.map(({ parts }) => parts)]
  const level = levels.find((each) => each.some((category) => category.name === name)) ?? []
  const other = level[level.findIndex((category) => category.name === name) + step]?.name
  if (other === undefined) return null
  const swapped = new Map([
    [name, other],
    [other, name],
  ])
  return offered.map((category) => swapped.get(category.name) ?? category.name)
}
