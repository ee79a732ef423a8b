import { getReleaseGraph, type ReleaseGraph } from '@portal/contracts/release'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Icon } from '@portal/shared/ui/icon'
import { Panel } from '@portal/shared/ui/panel'
import styles from './graph.module.css'
import { toEdges } from './graph-edges.ts'
import { GraphPicture } from './graph-picture.tsx'
import table from './table.module.css'

/** Shows who imports what: a picture of remotes and parts of the shell, and the same data as tables. */
export function Graph() {
  const { data } = useSuspenseQuery(apiQuery(getReleaseGraph, {}))
  return (
    <div className={styles.graph}>
      <Panel title="Разделы и общие модули">
        <GraphPicture remotes={data.remotes} edges={toEdges(data)} />
      </Panel>
      <Panel title="Версии библиотек">
        <Libraries graph={data} />
      </Panel>
      <Panel title="Кто что берёт">
        <Modules graph={data} />
      </Panel>
    </div>
  )
}

function Libraries({ graph: { libraries } }: { graph: ReleaseGraph }) {
  return (
    <table className={table.table}>
      <caption className="visually-hidden">Версии библиотек</caption>
      <thead>
        <tr>
          <th scope="col">Библиотека</th>
          <th scope="col" className={styles.version}>
            Оболочка
          </th>
          <th scope="col">Разделы</th>
        </tr>
      </thead>
      <tbody>
        {libraries.map(({ name, shell, users }) => {
          const others = users.filter(({ version }) => version !== shell)
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{shell ?? '—'}</td>
              <td>
                {others.length === 0
                  ? users.length > 0
                    ? 'та же'
                    : '—'
                  : others.map(({ name: user, version }) => `${user} ${version}`).join(', ')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Modules({ graph: { modules, remotes } }: { graph: ReleaseGraph }) {
  return remotes.map(({ name, version }) => {
    const used = modules.flatMap(({ module, users }) => {
      const user = users.find((one) => one.name === name)
      return user ? [{ module, names: user.names }] : []
    })
    return (
      <details key={name} className={styles.remote}>
        <summary>
          <span>{`${name} ${version}: ${plural(used.length, 'модуль', 'модуля', 'модулей')}`}</span>
          <Icon name="chevron-down" size={20} className={styles.chevron} />
        </summary>
        <ul>
          {used.map(({ module, names }) => (
            <li key={module}>
              <span>{`${module} `}</span>
              <span className={styles.names}>{names.join(', ')}</span>
            </li>
          ))}
        </ul>
      </details>
    )
  })
}
