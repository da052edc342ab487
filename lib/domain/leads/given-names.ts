/** The usual given names of Brazil, without accents. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `adalberto adao adelaide adelia ademir adilson adolfo adriana adriane adriano afonso agata agatha agnaldo agnes aguinaldo
  ailton airton alan alana alba alberto alcides aldo alessandra alessandro alex alexandra alexandre alexsandro alfredo alice
  aline alisson alice allan almir aloisio altair alvaro alzira amanda amaro amelia ana analice anastacia anderson andre andrea
  andreia andressa andreza angela angelica angelo anita anna antonia antonio aparecida aparecido ariane ariel arlete arlindo
  armando arnaldo arthur artur augusto aurea aurelio barbara beatriz benedita benedito benicio benjamin bernardo bianca bruna
  bruno caio caique camila camilo carina carla carlos carmem carmen carolina caroline cassia cassio catarina cauan caue cecilia
  celia celio celso cesar charles cicera cicero cida cintia clara clarice claudete claudia claudinei claudio clayton cleber cleide
  cleiton cleonice cleusa clodoaldo conceicao cristiane cristiano cristina cynthia dalila dalva damiao daniel daniela daniele
  danielle danilo dario davi david dayane debora deise deivid denilson denis denise dener diana diego dilma dimas diogo dirce
  djalma domingos douglas dulce edegar eder edgar edilene edilson edimar edison edivaldo edmar edmilson edna ednaldo edson eduarda
  eduardo elaine elen elena eliana eliane elias eliete elisa elisabete elisangela elizabeth elizangela eloa eloisa elsa elton elza
  emanuel emanuela emerson emilia emilio emilly enzo erica erick erika erivaldo ernesto esmeralda estela ester eugenio eunice eva
  evandro evelyn everaldo everton fabiana fabiano fabio fabiola fabricio fatima felipe felix fernanda fernando filipe flavia flavio
  francielle francine francisca francisco franciele frederico gabriel gabriela gabrielle genivaldo geovana geraldo gerson gilberto
  gilda gilmar gilson giovana giovanna giovanni gisele giselle gislaine glaucia gleice gloria graca graziela guilherme gustavo
  heitor helena helio heloisa henrique herbert hercules hilda hugo humberto iago iara igor ilda ilma ines ingrid iolanda iraci
  irene iris isaac isabel isabela isabella isabelle isadora ismael israel italo ivan ivana ivaneide ivanildo ivete ivo ivone izabel
  jacqueline jailson jaime jair jairo jamile janaina jandira jane janete jaqueline jean jefferson jeferson jessica jessika joana
  joao joaquim joel joelma joice jonas jonathan jorge jose josefa joseane josiane josias josue joyce juarez jucelino julia juliana
  juliane juliano julio junior juraci jurandir jussara kaio karen karina karine karla katia kauan kaue kelly kelvin kleber laercio
  lais lara larissa laura lauro lavinia leandra leandro leila leo leonardo leonel leonice leonor leticia levi lia lidia lilian
  liliane livia lorena lorenzo lourdes lourival luan luana lucas lucca luci lucia luciana luciane luciano lucimar lucineia lucio
  luis luisa luiz luiza luzia maicon maiara manoel manuel manuela mara marcela marcelo marcia marcio marco marcos margarete
  margarida maria mariana mariane marilda marilene marilia marina marinalva mario marisa maristela marizete marlene marli marlon
  marta marcus mateus matheus maura mauricio mauro maximiliano mayara mayra melissa mercedes michael michel michele michelle miguel
  milena milton mirela miriam mirian moacir moises monica monique murilo nadia nair natalia natanael nathalia nayara neide nelson
  neusa neuza nicolas nicole nilda nilson nilton nilza nina noemi norma odair odete olga olivia orlando osmar osvaldo oswaldo
  otavio paloma pamela patricia paula paulo pedro pietra pietro poliana priscila queila quiteria rafael rafaela raimunda raimundo
  raissa ramon raphael raquel raul rayane regiane reginaldo regina reinaldo renan renata renato ricardo richard rita roberta
  roberto robson rodolfo rodrigo rogeria rogerio romario romeu romulo ronaldo roque rosa rosalia rosana rosane rosangela rosaria
  rosario roseli rosemary rosemeire rosilda rosilene rosimeire rosinei rosineide ruan rubens rui ruth sabrina salete salvador
  samanta samara samuel sandra sandro sara sarah saulo sebastiana sebastiao selma sergio severino severina sheila shirley sidnei
  sidney silas silvana silvia silvio simone socorro sofia solange sonia sophia stefany stella stephanie sueli susana suzana suzane
  tabata tadeu tainara tais talita tamires tania tarcisio tatiana tatiane telma teresa tereza terezinha thais thales thalita
  thamires thiago tiago tomas ubirajara uelinton ulisses valdemar valdeci valdecir valdir valentina valeria valerio valmir valter
  vanderlei vanessa vania vera veronica vicente victor victoria vilma vilson vinicius virginia vitor vitoria vivian viviane wagner
  waldemar waldir wallace walter wanda wanderley wanderson wanessa washington welington wellington wendel wesley william willian
  wilson yago yara yasmin yuri zelia zeca zilda zilma ze chico beto duda gabi guga lu malu nanda rafa tata vivi`.match(
    /\S+/g,
  ),
);
