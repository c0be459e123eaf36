import { wordSet } from './words.ts';

/** Words that say nothing about the subject of a question. Compared before stemming. */
export const stopWords = wordSet(`
  a about add after again all also am an and any are as at be because been before being between both but by can could did
  do does doing done during each else ever every few for from further get gets getting give given go goes going had has
  have having he her here hers him his how however i if in into is it its itself just kind know let like lot many may
  me might mine more most much must my need needs no nor not now of off on once one only or other our out over own
  please s same say says she should so some something still such t take taken takes tell than thank thanks that the
  their them then there these they thing things this those through thru to too under until up use used using usually very
  want was way we well were what whats when where which while who whom whose why will with within without would yes im ive dont cant wont didnt doesnt isnt arent hes shes thats whats
  you your yours yourself d ll m re ve explain describe question answer answers help helps hello hi dear doctor`);
