import { getReleases } from '@portal/contracts/release'
import { apiQuery } from '@portal/shared/http/query'
import { IconButton } from '@portal/shared/ui/button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { createPortal } from 'react-dom'
import { pageRegistry } from '../registry.ts'
import styles from './federation-panel.module.css'
import { readReleases, readSharedModules, type ShownRelease } from './read-federation.ts'

const REFRESH_INTERVAL_MS = 1_000

/** For those who release: which code runs in this page, where it came from, and why a release was replaced. */
export default function FederationPanel({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({ ...apiQuery(getReleases, {}), meta: { endpoint: getReleases, isPrefetch: true } })
  const [, refresh] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  const { sequence, shell } = pageRegistry()
  return createPortal(
    <section className={styles.panel} aria-label="Код этой страницы">
      <header className={styles.header}>
        <p>{`Реестр ${sequence}, shell ${shell.version}`}</p>
        <IconButton icon="close" label="Закрыть" onClick={onClose} />
      </header>
      <Releases shown={readReleases(data)} />
      <p>Расширение браузера Module Federation здесь ничего не покажет: вместо его манифестов у портала свой реестр.</p>
      <SharedModules />
    </section>,
    // Not in the main content, over which the menu lies.
    document.body,
  )
}

function Releases({ shown }: { shown: readonly ShownRelease[] }) {
  return (
    <table className={styles.table} aria-label="Релизы">
      <thead>
        <tr>
          <th scope="col">Раздел</th>
          <th scope="col">Релиз</th>
          <th scope="col">Какой</th>
          <th scope="col">Состояние</th>
          <th scope="col">Файлы</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, version, kind, state, failure, files, bytes }) => (
          <tr key={`${name} ${version} ${kind}`}>
            <th scope="row">{name}</th>
            <td>{version}</td>
            <td>{kind}</td>
            <td>{failure === undefined ? stateTexts[state] : `${stateTexts[state]}: ${failure}`}</td>
            <td>{files > 0 && `${files}${bytes > 0 ? `, ${(bytes / 1000).toFixed(1)} кБ` : ''}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const stateTexts = { runs: 'работает', replaced: 'заменён', failed: 'не работает', 'not-loaded': 'не загружен' }

function SharedModules() {
  return (
    <table className={styles.table} aria-label="Общие модули">
      <thead>
        <tr>
          <th scope="col">Модуль</th>
          <th scope="col">Версия</th>
          <th scope="col">Откуда</th>
          <th scope="col">Кто взял</th>
        </tr>
      </thead>
      <tbody>
        {readSharedModules().map(({ name, version, from, isLoaded, users }) => (
          <tr key={`${name} ${version}`}>
            <th scope="row">{name}</th>
            <td>{version}</td>
            <td>{isLoaded ? from : `${from}, не загружен`}</td>
            <td>{users.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
