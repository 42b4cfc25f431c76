import { integrationRoles, type Role } from '@ludus/contract';

/** One line of the sample. */
export interface SampleOperator {
  name: string;
  email: string;
  role: Role;
}

const [chief, manager, guest] = integrationRoles;

const people: readonly (readonly [name: string, role: Role])[] = [
  ['Ada Bianchi', chief],
  ['Bruno Costa', manager],
  ['Carla De Angelis', manager],
  ['Dario Esposito', guest],
  ['Elena Ferri', chief],
  ['Fabio Greco', manager],
  ['Giada Leone', guest],
  ['Ivo Marchetti', manager],
  ['Lara Neri', chief],
  ['Marco Orsini', guest],
  ['Nadia Parisi', manager],
  ['Otto Quaranta', manager],
  ['Paola Ricci', chief],
  ['Rita Salvi', guest],
  ['Sandro Testa', manager],
  ['Teresa Urbani', manager],
  ['Ugo Valenti', guest],
  ['Vera Zanetti', chief],
  ['Alba Amato', manager],
  ['Cesare Bruni', guest],
  ['Diana Caputo', manager],
  ['Enzo Donati', chief],
  ['Flora Fabbri', manager],
  ['Guido Galli', manager],
  ['Irene Longo', guest],
  ['Livio Monti', chief],
  ['Mara Negri', manager],
  ['Nico Palma', guest],
  ['Olga Rossetti', manager],
  ['Piero Serra', chief],
  ['Sara Tosi', manager],
  ['Tito Villa', guest],
  ['Viola Berti', manager],
  ['Aldo Conti', manager],
];

/** What the screen shows: invented people at addresses that no mail can reach. */
export const sampleOperators: readonly SampleOperator[] = people.map(([name, role]) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@operators.example`,
  role,
}));
