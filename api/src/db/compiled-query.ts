import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value in a query that is compiled before its values are known. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Values<Name extends string> = Record<Name, RawBuilder<never>>

/**
 * Returns a function that runs the query of a shape with the given values. The text of each shape is built once: for a query of many
 * parts that takes Node longer than the rest of the query. What changes the text belongs to the shape, and the shape has few variants.
 */
export function compiledQuery<Row, Shape extends object, Name extends string>(
  names: readonly Name[],
  build: (db: Db, shape: Shape, values: Values<Name>) => RawBuilder<Row>,
) {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql<never>`${new Placeholder(name)}`]))
  const byShape = new Map<string, CompiledQuery<Row>>()

  return async (db: Db, shape: Shape, values: Record<Name, unknown>): Promise<Row[]> => {
    const key = JSON.stringify(shape)
    const compiled = byShape.get(key) ?? build(db, shape, placeholders as Values<Name>).compile(db)
    byShape.set(key, compiled)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as Name] : value,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
